import { type AdminUsersQuery, adminUsersQuerySchema } from '@moodreel/contract';
import { useLocation } from 'react-router';
import { z } from 'zod';
import { routes } from '../../lib/routes.ts';

const usual = adminUsersQuerySchema.parse({});

/** What a list shows, by the end of its address; as usual where that makes no sense. */
export function readList(search: URLSearchParams): AdminUsersQuery {
  return adminUsersQuerySchema.safeParse(Object.fromEntries(search)).data ?? usual;
}

/** What an address ends with to show this list: only what is not as usual. */
export function writeList(list: AdminUsersQuery): Record<string, string> {
  const unusual = Object.entries(list).filter(
    ([name, value]) => value !== usual[name as keyof AdminUsersQuery],
  );
  return Object.fromEntries(unusual.map(([name, value]) => [name, String(value)]));
}

const arrival = z.object({ list: z.string() }).catch({ list: '' });

/** What the pages of one user are handed on, so that they lead back to the list as it was. */
export function useListState(): z.infer<typeof arrival> {
  return { list: useLocation().search };
}

/** The way back to the list from which one came. */
export function useWayBack(): string {
  const { list } = arrival.parse(useLocation().state);
  return `${routes.admin}${list}`;
}
