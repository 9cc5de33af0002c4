import type { PageAddress } from '@moodreel/contract';
import type { ComponentType } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router';
import { Loading } from '../components/ui/spinner.tsx';
import { routes } from '../lib/routes.ts';
import { ErrorPage } from './error-page.tsx';
import { RequireAdmin, RequireSession, RequireSignedOut } from './guards.tsx';
import { Layout } from './layout.tsx';
import { NotFoundPage } from './not-found-page.tsx';

/** The server itself answers this address: it knows which links there are. */
const sharedVideo = '/s/:token';

/** A route whose page is fetched when it is first opened. */
function page<Name extends string>(
  path: PageAddress | typeof sharedVideo,
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): RouteObject {
  return {
    path,
    // The address is spelled as the product spells it, capitals included.
    caseSensitive: true,
    lazy: async () => ({ Component: (await load())[name] }),
  };
}

const login = () => import('../features/auth/login-page.tsx');
const signUp = () => import('../features/auth/sign-up-page.tsx');
const forgot = () => import('../features/auth/forgot-password-page.tsx');
const reset = () => import('../features/auth/reset-password-page.tsx');
const pricing = () => import('../features/pricing/pricing-page.tsx');
const subscribe = () => import('../features/pricing/subscribe-page.tsx');
const cancel = () => import('../features/pricing/cancel-page.tsx');
const contact = () => import('../features/contact/contact-page.tsx');
const terms = () => import('../features/legal/terms-page.tsx');
const privacy = () => import('../features/legal/privacy-page.tsx');
const studio = () => import('../features/studio/studio-page.tsx');
const downloads = () => import('../features/videos/downloads-page.tsx');
const shared = () => import('../features/videos/shared-video-page.tsx');
const profile = () => import('../features/profile/profile-page.tsx');
const users = () => import('../features/admin/users-page.tsx');
const createUser = () => import('../features/admin/create-user-page.tsx');
const editUser = () => import('../features/admin/edit-user-page.tsx');
const home = () => import('../features/home/home-page.tsx');

/** Every page at its address, with the guard before it; each page's code comes when it is asked for. */
export const router = createBrowserRouter([
  {
    Component: Layout,
    ErrorBoundary: ErrorPage,
    HydrateFallback: Loading,
    children: [
      {
        ErrorBoundary: ErrorPage,
        children: [
          page(routes.home, home, 'HomePage'),
          page(routes.pricing, pricing, 'PricingPage'),
          page(routes.monthly, subscribe, 'MonthlyPage'),
          page(routes.yearly, subscribe, 'YearlyPage'),
          page(routes.contact, contact, 'ContactPage'),
          page(routes.terms, terms, 'TermsPage'),
          page(routes.privacy, privacy, 'PrivacyPage'),
          page(sharedVideo, shared, 'SharedVideoPage'),
          page(routes.forgotPassword, forgot, 'ForgotPasswordPage'),
          page(routes.resetPassword, reset, 'ResetPasswordPage'),
          {
            Component: RequireSignedOut,
            children: [
              page(routes.login, login, 'LoginPage'),
              page(routes.signUp, signUp, 'SignUpPage'),
            ],
          },
          {
            Component: RequireSession,
            children: [
              page(routes.studio, studio, 'StudioPage'),
              page(routes.downloads, downloads, 'DownloadsPage'),
              page(routes.cancel, cancel, 'CancelPage'),
              page(routes.profile, profile, 'ProfilePage'),
              page(routes.profileToo, profile, 'ProfilePage'),
            ],
          },
          {
            Component: RequireAdmin,
            children: [
              page(routes.admin, users, 'UsersPage'),
              page(routes.adminCreate, createUser, 'CreateUserPage'),
              page(routes.adminEdit, editUser, 'EditUserPage'),
            ],
          },
          { path: '*', Component: NotFoundPage },
        ],
      },
    ],
  },
]);
