import hues from './hues.module.css';

// LocationDot is the color of a location. The name of the location stands beside it.
export function LocationDot({ hue }: { hue: number | undefined }) {
  return <i className={`${hues.hues} ${hues.hue} ${hues.dot}`} data-hue={hue ?? 0} aria-hidden="true" />;
}
