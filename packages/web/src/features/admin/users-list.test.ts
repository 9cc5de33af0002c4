import { expect, test } from 'vitest';
import { readList, writeList } from './users-list.ts';

const usual = { search: '', page: 1, sort: 'createdAt', direction: 'desc' } as const;

test('a list as usual needs no address, and any other is found again by it', () => {
  expect(writeList(usual)).toEqual({});
  const list = {
    search: 'a+b@moodreel.example',
    page: 3,
    sort: 'email',
    direction: 'asc',
  } as const;
  expect(readList(new URLSearchParams(writeList(list)))).toEqual(list);
  const searched = { ...usual, search: 'ada' };
  expect(writeList(searched)).toEqual({ search: 'ada' });
  expect(readList(new URLSearchParams('search=ada'))).toEqual(searched);
});

test('an address that makes no sense shows the list as usual', () => {
  for (const wrong of ['page=0', 'page=x', 'sort=password', 'direction=up']) {
    expect(readList(new URLSearchParams(wrong))).toEqual(usual);
  }
});
