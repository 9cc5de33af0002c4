import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

type TabItem = {
  readonly value: string;
  readonly label: ReactNode;
  readonly content: ReactNode;
};

/** A row of tabs with their panels. */
export function Tabs({
  label,
  items,
  value,
  onValueChange,
}: {
  /** What is chosen here, for screen readers. */
  readonly label: string;
  readonly items: readonly TabItem[];
  readonly value: string;
  readonly onValueChange: (value: string) => void;
}) {
  return (
    <Radix.Root value={value} onValueChange={onValueChange}>
      <Radix.List
        aria-label={label}
        className="mx-auto flex w-fit flex-wrap justify-center gap-1 rounded-full border-2 border-line bg-surface p-1"
      >
        {items.map((item) => (
          <Radix.Trigger
            key={item.value}
            value={item.value}
            className="min-h-10 pointer-coarse:min-h-11 cursor-pointer rounded-full px-5 font-bold text-ink-soft transition-colors hover:text-ink data-[state=active]:bg-accent data-[state=active]:text-on-accent"
          >
            {item.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {items.map((item) => (
        <Radix.Content key={item.value} value={item.value} className="mt-8">
          {item.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
