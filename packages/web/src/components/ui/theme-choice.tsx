import { type Theme, useTheme } from '../../lib/theme.ts';

const themes: readonly { readonly value: Theme; readonly text: string }[] = [
  { value: 'light', text: 'Matinee (light)' },
  { value: 'dark', text: 'Evening (dark)' },
  { value: 'device', text: 'Like my device' },
];

/** Chooses light, dark, or whatever the device prefers. */
export function ThemeChoice() {
  const [theme, setTheme] = useTheme();
  return (
    <label className="inline-flex max-w-full flex-wrap items-center gap-2 text-[0.9375rem] font-semibold">
      Theme
      {/* With smaller letters than these an iPhone enlarges the whole page when it is touched. */}
      <select
        value={theme}
        onChange={(event) => setTheme(event.target.value as Theme)}
        className="max-w-full min-h-10 pointer-coarse:min-h-11 rounded-full border-2 border-line bg-surface px-3 text-base font-semibold text-ink"
      >
        {themes.map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
