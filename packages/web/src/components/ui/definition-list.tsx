import type { ReactNode } from 'react';

/** Names and what they stand for, row by row. */
export function DefinitionList({
  rows,
}: {
  readonly rows: readonly (readonly [name: string, value: ReactNode])[];
}) {
  return (
    <dl className="divide-y-2 divide-dashed divide-line-soft">
      {rows.map(([name, value]) => (
        <div key={name} className="flex flex-wrap gap-x-4 gap-y-1 py-3">
          <dt className="text-ink-soft">{name}</dt>
          <dd className="ml-auto text-right font-semibold wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
