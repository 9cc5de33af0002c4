import type { AdminUsersQuery, NamedCall } from './named-calls.ts';

const part = encodeURIComponent;

/** Prefix of the named calls. A server that has another REGION answers at both. */
export const DEFAULT_REGION = 'us-central1';

/** Every address of the server that the pages use. Arguments are encoded here. */
export const paths = {
  namedCall: (name: NamedCall, region = DEFAULT_REGION) => `/${region}/${name}`,
  config: () => '/api/config',
  session: () => '/api/session',
  signIn: () => '/api/auth/sign-in/email',
  signOut: () => '/api/auth/sign-out',
  requestPasswordReset: () => '/api/auth/request-password-reset',
  checkResetLink: () => '/api/auth/check-reset-link',
  resetPassword: () => '/api/auth/reset-password',
  sendVerificationMail: () => '/api/auth/send-verification-email',
  account: () => '/api/account',
  accountSessions: () => '/api/account/sessions',
  accountSession: (id: string) => `/api/account/sessions/${part(id)}`,
  accountExport: () => '/api/account/export',
  avatar: (name: string) => `/api/avatars/${part(name)}.png`,
  subscription: () => '/api/subscription',
  subscriptionPortal: () => '/api/subscription/portal',
  renders: () => '/api/renders',
  rendersUsage: () => '/api/renders/usage',
  render: (id: string) => `/api/renders/${part(id)}`,
  renderEvents: (id: string) => `/api/renders/${part(id)}/events`,
  renderVideo: (id: string) => `/api/renders/${part(id)}/video`,
  renderPoster: (id: string) => `/api/renders/${part(id)}/poster`,
  /** The film as a file; premium only. */
  renderDownload: (id: string) => `/api/renders/${part(id)}/download`,
  renderSave: (id: string) => `/api/renders/${part(id)}/save`,
  faces: () => '/api/faces',
  videos: (page = 1) => `/api/videos?page=${page}`,
  video: (id: string) => `/api/videos/${part(id)}`,
  videoStream: (id: string) => `/api/videos/${part(id)}/stream`,
  videoPoster: (id: string) => `/api/videos/${part(id)}/poster`,
  videoDownload: (id: string) => `/api/videos/${part(id)}/download`,
  videoShare: (id: string) => `/api/videos/${part(id)}/share`,
  share: (token: string) => `/api/shares/${part(token)}`,
  shareVideo: (token: string) => `/api/shares/${part(token)}/video`,
  sharePoster: (token: string) => `/api/shares/${part(token)}/poster`,
  sharePage: (token: string) => `/s/${part(token)}`,
  contact: () => '/api/contact',
  events: () => '/api/events',
  adminUsers: ({ search, page, sort, direction }: AdminUsersQuery) =>
    `/api/admin/users?search=${part(search)}&page=${page}&sort=${sort}&direction=${direction}`,
  adminUser: (id: string) => `/api/admin/users/${part(id)}`,
} as const;
