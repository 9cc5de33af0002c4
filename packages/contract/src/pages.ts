/**
 * Every address at which the application has a page, in its exact spelling. The router of the pages
 * knows no others, and the server answers all others with 404. The public page of a shared video is
 * not among them: whether there is one depends on its link (see `paths.sharePage`).
 */
export const pages = {
  home: '/',
  login: '/login-signUp/login',
  signUp: '/login-signUp/signUp',
  forgotPassword: '/login-signUp/forgotPassword',
  resetPassword: '/login-signUp/resetPassword',
  pricing: '/Subscription/Pricing',
  monthly: '/Subscription/MonthlySub',
  yearly: '/Subscription/YearlySub',
  cancel: '/Subscription/CancelSub',
  contact: '/Contact/Contact',
  terms: '/Terms',
  privacy: '/Privacy',
  studio: '/AI/AIPage',
  downloads: '/Downloads/Downloads',
  profile: '/Profile/editProf',
  /** The same page, as it is written elsewhere. */
  profileToo: '/Profile/EditProf',
  admin: '/Admin/AdminPage',
  adminCreate: '/Admin/CreateUser',
  adminEdit: '/Admin/EditUser',
} as const;
export type PageAddress = (typeof pages)[keyof typeof pages];

const addresses = new Set<string>(Object.values(pages));

/** Whether there is a page at a path. Capitals matter, a slash at the end does not: as in the router. */
export function isPage(path: string): boolean {
  return addresses.has(path.replace(/\/+$/, '') || '/');
}
