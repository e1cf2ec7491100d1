import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import { useId } from 'react';
import classes from './ColorSchemeChoice.module.css';
import { Icon, type IconName } from './Icon';

const choices: { value: MantineColorScheme; label: string; icon: IconName }[] = [
  { value: 'light', label: 'Light', icon: 'sun' },
  { value: 'auto', label: 'Follow the system', icon: 'system' },
  { value: 'dark', label: 'Dark', icon: 'moon' },
];

export function ColorSchemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const name = useId();
  return (
    <fieldset className={classes.choice}>
      <legend className={classes.legend}>Colors</legend>
      {choices.map(({ value, label, icon }) => (
        <label key={value} className={classes.option} title={label}>
          <input type="radio" name={name} value={value} checked={colorScheme === value} onChange={() => setColorScheme(value)} />
          <Icon name={icon} size={15} />
          <span className={classes.label}>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
