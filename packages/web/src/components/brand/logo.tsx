import logo from './logo.svg';

/** The reel with a face, and the name set beside it. */
export function Logo() {
  return (
    <span className="inline-flex items-center gap-2.5">
      <img src={logo} alt="Moodreel" width={44} height={44} />
      <span aria-hidden="true" className="font-display text-[1.625rem] leading-none">
        Moodreel
      </span>
    </span>
  );
}
