import { Group, Text } from '@mantine/core';
import { useId } from 'react';
import classes from './CopyableText.module.css';
import { CopyButton } from './CopyButton';

interface CopyableTextProps {
  label: string;
  text: string;
  copyLabel: string;
  // Whether the copy button gets the focus when it appears.
  hasFocus?: boolean;
}

export function CopyableText({ label, text, copyLabel, hasFocus }: CopyableTextProps) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id}>
      <Group justify="space-between" mb={6}>
        <Text size="sm" fw={600} id={id}>
          {label}
        </Text>
        <CopyButton label={copyLabel} text={text} hasFocus={hasFocus} />
      </Group>
      <code className={classes.text}>{text}</code>
    </div>
  );
}
