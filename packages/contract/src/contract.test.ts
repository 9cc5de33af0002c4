import { expect, test } from 'vitest';
import {
  DATE_FAULTS,
  dateInputSchema,
  EMOTIONS,
  emotionLabelTextSchema,
  filmTitle,
  isPage,
  KEPT_DAYS,
  MAX_TAKE,
  NAMED_CALLS,
  PLAN_LIMITS,
  pages,
  pointsTextSchema,
  renderFieldsSchema,
  videoTitleSchema,
  YEARLY_SAVING_CENTS,
} from './index.ts';

test('labels are the indices of the emotions and the first three are free', () => {
  expect(EMOTIONS.map(({ label }) => label)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(PLAN_LIMITS.free.emotions).toEqual([0, 1, 2]);
});

test('what was asked of films is kept longer than it counts towards a limit', () => {
  for (const { windowDays } of Object.values(PLAN_LIMITS)) {
    expect(KEPT_DAYS.renderRecords).toBeGreaterThan(windowDays + 1);
  }
});

test('yearly billing saves seven dollars a month', () => {
  expect(YEARLY_SAVING_CENTS).toBe(700);
});

test('a label in a form is exactly one digit from 0 to 5', () => {
  expect(emotionLabelTextSchema.parse('3')).toBe(3);
  for (const wrong of ['6', '-1', '03', '1.0', ' 1', '', 'happy']) {
    expect(emotionLabelTextSchema.safeParse(wrong).success).toBe(false);
  }
});

test('points are six numbers', () => {
  expect(pointsTextSchema.parse('10,20.5,30,40,50,60')).toEqual([10, 20.5, 30, 40, 50, 60]);
  for (const wrong of ['1,2,3,4,5', '1,2,3,4,5,6,7', '1,2,3,4,5,NaN', '1e3,2,3,4,5,6']) {
    expect(pointsTextSchema.safeParse(wrong).success).toBe(false);
  }
});

test('intensity lies between 0 and 1', () => {
  expect(renderFieldsSchema.parse({ label: '0', intensity: '0.5' }).intensity).toBe(0.5);
  expect(renderFieldsSchema.safeParse({ label: '0', intensity: '1.5' }).success).toBe(false);
});

test('a take is a whole number from 0 to MAX_TAKE, and says so', () => {
  for (const take of [0, 1, MAX_TAKE]) {
    expect(renderFieldsSchema.parse({ label: '0', take: String(take) }).take).toBe(take);
  }
  for (const wrong of ['-1', '1.5', String(MAX_TAKE + 1), '1e3', '', 'two', ' 1']) {
    const { error } = renderFieldsSchema.safeParse({ label: '0', take: wrong });
    expect(error?.issues.map(({ message }) => message)).toEqual([
      'take must be a whole number from 0 to 9999',
    ]);
  }
});

test('films are named by emotion, and by take from the second on', () => {
  expect(filmTitle({ label: 3, take: 0 })).toBe('Surprise');
  expect(filmTitle({ label: 3, take: 1 })).toBe('Surprise, take 2');
});

test('titles have no control characters, so they cannot break headers', () => {
  expect(videoTitleSchema.parse('  Grandma laughs 😀 ')).toBe('Grandma laughs 😀');
  expect(videoTitleSchema.safeParse('a\r\nSet-Cookie: x').success).toBe(false);
});

test('titles can be seen, and leave the text around them as it is', () => {
  for (const title of ['', ' ', '\u200b', '\u00ad\u200d', '\u3164']) {
    const { error } = videoTitleSchema.safeParse(title);
    expect(error?.issues[0]?.message, JSON.stringify(title)).toBe('The title is empty.');
  }
  for (const title of ['a\u202etxt', 'a\u2066b', 'a\u2028b', 'a\ud83d']) {
    expect(videoTitleSchema.safeParse(title).success, JSON.stringify(title)).toBe(false);
  }
  for (const title of ['סבתא צוחקת', '👩‍👩‍👧', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', 'می‌خواهم', '…']) {
    expect(videoTitleSchema.parse(title)).toBe(title);
  }
});

test('signing up can never ask for another role than user', () => {
  const request = { email: 'A@B.example', password: 'secret1' };
  expect(NAMED_CALLS.onUserCreate.request.parse(request).email).toBe('a@b.example');
  expect(NAMED_CALLS.onUserCreate.request.safeParse({ ...request, role: 'admin' }).success).toBe(
    false,
  );
});

test('a date is a day or an instant of the years that calendars know, and says so', () => {
  const said = (text: unknown) =>
    dateInputSchema.safeParse(text).error?.issues.map(({ message }) => message);
  for (const text of ['2026-03-01', '2026-03-01T12:00:00Z', '2026-03-01T12:00:00+02:00']) {
    expect(said(text)).toBeUndefined();
  }
  for (const wrong of ['2026-02-30', '1 March', '', 5, undefined]) {
    expect(said(wrong)).toEqual([DATE_FAULTS.form]);
  }
  expect(said('9999-12-31')).toEqual([DATE_FAULTS.years]);
});

test('empty fields of a profile form count as left out, and one of them must be filled', () => {
  const { request } = NAMED_CALLS.updateUserEmailAndPassword;
  const parsed = request.parse({ newEmail: 'x@y.example', newPassword: '', currentPassword: 'p' });
  expect(parsed.newPassword).toBeUndefined();
  expect(request.safeParse({ newEmail: '', newPassword: '', currentPassword: 'p' }).success).toBe(
    false,
  );
});

test('pages are known by their exact spelling; a slash at the end makes no difference', () => {
  for (const path of Object.values(pages)) {
    expect([path, `${path}/`].map(isPage)).toEqual([true, true]);
    if (path !== '/') expect(isPage(path.toLowerCase())).toBe(false);
  }
  const others = ['/AI', '/AI/AIPage/more', '/Subscription', '/s/abc', '//evil.example'];
  expect(others.filter(isPage)).toEqual([]);
});
