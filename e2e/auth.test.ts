import { paths } from '@moodreel/contract';
import { expect, test } from 'vitest';
import { refuse } from './support/answers.ts';
import {
  animate,
  answerPopup,
  choosePicture,
  cutOff,
  expectFocus,
  makeAccount,
  newEmail,
  password,
  pictures,
  signIn,
  useBrowser,
} from './support/journey.ts';
import { admin } from './support/server.ts';

const { openPage, openContext, openAsUser } = useBrowser();

test('sign-up says what is wrong, keeps what was typed, and then lets one in', async () => {
  const page = await openPage('/login-signUp/signUp');
  const bar = page.getByRole('navigation', { name: 'Main' });
  const here = await bar.getByRole('link', { name: 'Sign Up' }).getAttribute('aria-current');
  expect(here).toBe('page');
  const email = newEmail();
  await page.getByLabel('Email').fill(email);
  const secret = page.getByLabel('Password');
  await secret.fill('12345');
  await page.getByRole('button', { name: 'Show password' }).click();
  expect(await secret.getAttribute('type')).toBe('text');
  await page.getByRole('button', { name: 'Hide password' }).click();
  expect(await secret.getAttribute('type')).toBe('password');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.getByText('Password should be at least 6 characters').waitFor();
  expect(await page.getByLabel('Email').inputValue()).toBe(email);

  await page.route('**/us-central1/onUserCreate', (route) => route.abort());
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.getByText('Unexpected error occurred. Please try again.').waitFor();
  await page.unroute('**/us-central1/onUserCreate');

  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.getByRole('heading', { name: 'Bring a face to life' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/AI/AIPage');

  const other = await openPage('/login-signUp/login');
  await other.getByLabel('Email').fill(email);
  await other.getByRole('link', { name: 'Create an account' }).click();
  await other.getByRole('heading', { name: 'Sign Up' }).waitFor();
  // The address goes along, there and back: it need not be typed again.
  expect(await other.getByLabel('Email').inputValue()).toBe(email);
  await other.getByLabel('Password').fill(password);
  await other.getByRole('button', { name: 'Create Account' }).click();
  await other.getByText('Email already in use').waitFor();
  await other.getByRole('link', { name: 'Already have an account? Login' }).click();
  await other.getByRole('heading', { name: 'Sign In' }).waitFor();
  expect(await other.getByLabel('Email').inputValue()).toBe(email);
  expect(other.url()).not.toContain('@');
});

test('what is done stays done where the connection goes before it is known who is signed in', async () => {
  const page = await openPage('/login-signUp/signUp');
  const email = newEmail();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  const letThrough = await cutOff(page, `**${paths.session()}`);
  await page.getByRole('button', { name: 'Create Account' }).click();
  const lost = page.getByRole('heading', { name: 'The server could not be reached' });
  await lost.waitFor();
  letThrough();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Bring a face to life' }).waitFor();

  await page.context().clearCookies();
  await page.goto('/');
  await page.route(`**${paths.checkResetLink()}`, (route) =>
    route.fulfill({ json: { valid: true } }),
  );
  await page.route(`**${paths.resetPassword()}`, (route) => route.fulfill({ json: { ok: true } }));
  await page.goto('/login-signUp/resetPassword?token=made-up');
  await page.getByLabel('New password', { exact: true }).fill('another-secret');
  await page.getByLabel('Repeat the new password').fill('another-secret');
  await page.route(`**${paths.session()}`, (route) => route.abort());
  await page.getByRole('button', { name: 'Change the password' }).click();
  await answerPopup(page, 'Your password is changed');
  await lost.waitFor();
});

test('signing in: refused, then welcomed and led back to where one wanted to go', async () => {
  const email = await makeAccount(await openContext());
  const page = await openPage('/Downloads/Downloads?page=1');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('not-it');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText('Incorrect Email or Password').waitFor();
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText('Signed in successfully').waitFor();
  await page.getByRole('heading', { name: 'Downloads' }).waitFor();
  expect(new URL(page.url()).search).toBe('?page=1');
  // Who is signed in has nothing to look for at the stage door.
  await page.goto('/login-signUp/login');
  await page.waitForURL('**/AI/AIPage');
  // And the session outlives a reload.
  await page.reload();
  await page.getByRole('heading', { name: 'Bring a face to life' }).waitFor();
  // A server that does not answer has signed nobody out.
  await page.route('**/api/session', (route) => route.abort());
  await page.reload();
  const unreachable = page.getByRole('heading', { name: 'The server could not be reached' });
  await unreachable.waitFor();
  const bar = page.getByRole('navigation', { name: 'Main' });
  expect(await bar.getByRole('link').allInnerTexts()).toEqual(['Moodreel', 'Pricing', 'Contact']);
  await page.unroute('**/api/session');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Bring a face to life' }).waitFor();
});

test('a session that ended elsewhere is noticed by the next call, which leads to sign in and back', async () => {
  const email = newEmail();
  const page = await openAsUser({}, email);
  await choosePicture(page, pictures.redhead);
  await animate(page);
  // What the page asks for when a film is there is answered: the click is the next call.
  await page.getByText(/it is gone by/).waitFor();
  await page.waitForLoadState('networkidle');
  await page.evaluate(
    (path) =>
      fetch(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      }),
    paths.signOut(),
  );
  const save = page.getByRole('button', { name: 'Save it to your account' });
  await save.click();
  await page.waitForURL('**/login-signUp/login?next=*');
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.getByText('Your session has ended.').waitFor();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  // The film is where it was left.
  await save.click();
  await page.getByRole('dialog', { name: 'Video Saved Successfully' }).waitFor();
  // And so is its picture, also over a reload.
  await page.reload();
  await page.getByRole('img', { name: 'Your upload' }).waitFor();
});

test('logging out asks; Cancel changes nothing, Yes signs out and goes home', async () => {
  const page = await openAsUser();
  const ask = async () => {
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
  };
  const question = 'Are you sure you want to logout?';
  await ask();
  await answerPopup(page, question, undefined, 'Cancel');
  await page.getByRole('heading', { name: 'Bring a face to life' }).waitFor();
  // The entry of the menu is gone; its button is where one was.
  await expectFocus(page.getByRole('button', { name: 'Your account' }));
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click();
  await answerPopup(page, question, undefined, 'Cancel');
  await expectFocus(page.getByRole('button', { name: 'Menu' }));
  await page.setViewportSize({ width: 1280, height: 900 });
  await ask();
  const letThrough = await cutOff(page, '**/api/auth/sign-out');
  await answerPopup(page, question, undefined, 'Yes');
  await answerPopup(page, 'Failed to log out');
  letThrough();
  await ask();
  await answerPopup(page, question, undefined, 'Yes');
  await page.getByRole('link', { name: 'Sign In' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
});

test('who signs in next, on a page that was not loaded again, is shown nothing of who was there before', async () => {
  const [first, second] = [
    await makeAccount(await openContext()),
    await makeAccount(await openContext()),
  ];
  const page = await openPage('/');
  await signIn(page, first);
  const choose = async (entry: string) => {
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: entry }).click();
  };
  await choose('Edit Profile');
  const details = page.getByRole('main');
  await details.getByText(first).waitFor();
  await choose('Logout');
  await answerPopup(page, 'Are you sure you want to logout?', undefined, 'Yes');
  await page.getByRole('link', { name: 'Sign In' }).click();
  await page.getByLabel('Email').fill(second);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/AI/AIPage');
  // Before the answer for the second is here, what was told to the first would stand in its place.
  const answered = Promise.withResolvers<void>();
  await page.route('**/us-central1/getUserInfo', async (route) => {
    await answered.promise;
    await route.continue();
  });
  const asked = page.waitForRequest('**/us-central1/getUserInfo');
  await choose('Edit Profile');
  await asked;
  expect(await page.getByText(first).count()).toBe(0);
  answered.resolve();
  await details.getByText(second).waitFor();
});

test('where another tab signs somebody else in, a page follows, and nothing typed for the first stays', async () => {
  const [first, second] = [newEmail(), await makeAccount(await openContext())];
  const page = await openAsUser({}, first);
  const otherTab = await page.context().newPage();
  await page.goto('/Profile/EditProf');
  const details = page.getByRole('region', { name: 'Account Information' });
  await details.getByText(first).waitFor();
  await page.getByLabel('New email').fill(newEmail());
  await otherTab.goto('/');
  await otherTab.getByRole('button', { name: 'Your account' }).click();
  await otherTab.getByRole('menuitem', { name: 'Logout' }).click();
  await answerPopup(otherTab, 'Are you sure you want to logout?', undefined, 'Yes');
  await page.getByText('Your session has ended.').waitFor();
  await signIn(otherTab, second);
  await details.getByText(second).waitFor();
  expect(await page.getByLabel('New email').inputValue()).toBe('');
  expect(await page.getByText(first).count()).toBe(0);
});

test('an admin goes to the table of users, and the bar knows it', async () => {
  const page = await openPage('/');
  await signIn(page, admin.email, admin.password);
  await page.waitForURL('**/Admin/AdminPage');
  await page.getByRole('navigation').getByRole('link', { name: 'Admin' }).waitFor();
  await page.route('**/api/session', (route) => route.fulfill({ status: 429, json: {} }));
  await page.reload();
  await page.getByRole('heading', { name: 'The server could not be reached' }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.unroute('**/api/session');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByLabel('Search by email').waitFor();
});

test('who signs in to make a film comes to the AI page, and an admin to the table of users', async () => {
  const email = await makeAccount(await openContext());
  const page = await openPage('/');
  const signInHere = async (address: string, secret: string) => {
    await page.getByLabel('Email').fill(address);
    await page.getByLabel('Password').fill(secret);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  };
  await page.getByRole('link', { name: 'Generate Now' }).first().click();
  await signInHere(admin.email, admin.password);
  await page.waitForURL('**/Admin/AdminPage');
  for (const [path, link, address, secret, goal] of [
    ['/Subscription/Pricing', 'Start for free', admin.email, admin.password, '/Admin/AdminPage'],
    ['/Subscription/Pricing', 'Start for free', email, password, '/AI/AIPage'],
    ['/', 'Generate Now', email, password, '/AI/AIPage'],
  ] as const) {
    await page.context().clearCookies();
    await page.goto(path);
    await page.getByRole('link', { name: link }).first().click();
    await signInHere(address, secret);
    await page.waitForURL(`**${goal}`);
  }
});

test('an ordinary user is denied the admin pages', async () => {
  const page = await openAsUser();
  await page.goto('/Admin/AdminPage');
  await answerPopup(page, 'Access Denied', 'You are not authorized to access this page.');
  await page.waitForURL((url) => url.pathname === '/');
});

test('a link of the confirmation that is too old leads to where another can be had, by way of signing in', async () => {
  const email = await makeAccount(await openContext());
  const page = await openPage('/?verified=1&error=token_expired');
  const popup = ['This link is no longer valid', 'ask for a new one on your profile'] as const;
  await answerPopup(page, ...popup, 'Not now');
  // It is said once, and not again by a reload.
  expect(new URL(page.url()).search).toBe('');
  await page.goto('/?verified=1&error=token_expired');
  await answerPopup(page, ...popup, 'Go to your profile');
  await page.getByRole('heading', { name: 'Sign In' }).waitFor();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: 'Send the mail again' }).waitFor();

  await page.goto('/?verified=1&error=token_expired');
  await answerPopup(page, ...popup, 'Go to your profile');
  // Where the address itself stands.
  const information = page.getByRole('region', { name: 'Account Information' });
  const again = information.getByRole('button', { name: 'Send the mail again' });
  // The keyboard stays where it is, and a second press sends nothing.
  let sent = 0;
  let goOn = () => {};
  const asked = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route('**/send-verification-email', async (route) => {
    sent += 1;
    await asked;
    await route.fulfill({ json: { status: true } });
  });
  await again.press('Enter');
  await page.getByRole('button', { name: 'Send the mail again', disabled: true }).waitFor();
  await page.keyboard.press('Enter');
  goOn();
  await page.getByText('The mail is on its way.').waitFor();
  await expectFocus(again);
  expect(sent).toBe(1);

  // What went wrong stays until it was read.
  await page.unroute('**/send-verification-email');
  await page.route('**/send-verification-email', refuse(503, 'unavailable', 'No mail today.'));
  await again.press('Enter');
  await answerPopup(page, 'The mail was not sent', 'No mail today.');
  await expectFocus(again);
});

test('a forgotten password: the answer is the same for unknown addresses', async () => {
  const page = await openPage('/login-signUp/login');
  const email = newEmail();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
  // It was typed already, and is in no address.
  expect(await page.getByLabel('Email').inputValue()).toBe(email);
  expect(new URL(page.url()).search).toBe('');
  await page.getByRole('button', { name: 'Send the link' }).click();
  // The form went, and what stands in its place has the focus.
  await expectFocus(page.getByRole('status').filter({ hasText: 'a link is on its way' }));
  // A link that works: which do, only the mails of the server's own tests say.
  const check = `**${paths.checkResetLink()}`;
  await page.route(check, (route) => route.fulfill({ json: { valid: true } }));
  await page.goto('/login-signUp/resetPassword?token=made-up');
  await page.getByLabel('New password', { exact: true }).fill('another-secret');
  await page.getByLabel('Repeat the new password').fill('another-secre');
  await page.getByRole('button', { name: 'Change the password' }).click();
  await page.getByText('Passwords do not match.').waitFor();
  await page.getByLabel('Repeat the new password').fill('another-secret');
  await page.getByRole('button', { name: 'Change the password' }).click();
  // It was used meanwhile.
  await page.getByText('This link is no longer valid.').waitFor();
  expect(await page.getByLabel('Repeat the new password').inputValue()).toBe('another-secret');
  await page.getByRole('link', { name: 'Ask for a new one' }).click();
  await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
});

test('a link for a new password that does not work says so at once, and leads to another', async () => {
  const page = await openPage('/');
  const check = `**${paths.checkResetLink()}`;
  const letThrough = await cutOff(page, check);
  await page.goto('/login-signUp/resetPassword?token=made-up');
  await page.getByText('The server could not be reached.').waitFor();
  letThrough();
  await page.getByRole('button', { name: 'Try again' }).click();
  const useless = page.getByRole('alert').filter({ hasText: 'This link is no longer valid.' });
  await useless.waitFor();
  expect(await page.getByLabel(/password/i).count()).toBe(0);
  await useless.getByRole('link', { name: 'Ask for a new link' }).click();
  await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();

  await page.goto('/login-signUp/resetPassword');
  await page.getByText('This link is not complete.').waitFor();
  await page.getByRole('link', { name: 'Ask for a new link' }).waitFor();
});
