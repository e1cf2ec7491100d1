import type { ButtonProps } from '@mantine/core';
import { useEffect, useState } from 'react';
import { ActionButton } from './ActionButton';
import { announce } from './announce';
import { copyText } from './clipboard';
import { Icon, type IconName } from './Icon';

interface CopyButtonProps extends ButtonProps {
  text: string;
  label: string;
  icon?: IconName;
  hasFocus?: boolean;
  // Why there is nothing to copy yet.
  reason?: string;
}

const confirmationMilliseconds = 2_000;

// CopyButton confirms the copy for a moment, also to screen readers.
export function CopyButton({ text, label, icon = 'copy', hasFocus, ...rest }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), confirmationMilliseconds);
    return () => clearTimeout(timer);
  }, [copied]);

  async function copy() {
    await copyText(text);
    setCopied(true);
    announce('Copied');
  }

  return (
    <ActionButton
      variant="default"
      size="xs"
      leftSection={<Icon name={copied ? 'check' : icon} size={15} />}
      onClick={() => void copy()}
      autoFocus={hasFocus}
      {...rest}
    >
      {copied ? 'Copied' : label}
    </ActionButton>
  );
}
