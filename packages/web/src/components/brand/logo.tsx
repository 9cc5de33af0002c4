import logo from './logo.svg';

/** The reel with a face, and the name set beside it. */
export function Logo() {
  return (
    <span className="inline-flex items-center gap-[10px]">
      <img src={logo} alt="Moodreel" width={44} height={44} />
      <span aria-hidden="true" className="font-display text-[min(1.625rem,7.2vw)] leading-none">
        Moodreel
      </span>
    </span>
  );
}
