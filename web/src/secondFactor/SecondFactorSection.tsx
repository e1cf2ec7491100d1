import { Button, Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { secondFactorQuery } from '../api/secondFactor';
import { counted } from '../ui/text';
import { Dialog } from '../ui/Dialog';
import { QueryView } from '../ui/QueryView';
import { RelativeTime } from '../ui/RelativeTime';
import { FactorSetup } from './FactorSetup';
import { RecoveryCodesDialog } from './RecoveryCodesDialog';
import { TurnOffDialog } from './TurnOffDialog';

type Action = 'setUp' | 'codes' | 'turnOff';

// SecondFactorSection is a part of the account: whether the sign-in asks for a code.
export function SecondFactorSection() {
  const factor = useQuery(secondFactorQuery);
  const [open, setOpen] = useState<Action>();
  const close = () => setOpen(undefined);
  return (
    <section id="second-factor" aria-labelledby="second-factor-title">
      <Title order={2} size="h3" id="second-factor-title">
        Second factor
      </Title>
      <Text c="dimmed" size="sm" mt={4} mb="md" maw={620}>
        A code of an authenticator application, which the sign-in asks for after your password. A sign-in through an identity provider does
        not ask for it.
      </Text>
      <QueryView query={factor}>
        {({ isActive, isRequired, createdAt, recoveryCodesLeft = 0 }) =>
          isActive ? (
            <Group gap="md">
              <Text size="sm" data-factor="on">
                On since <RelativeTime at={createdAt ?? ''} />. {counted(recoveryCodesLeft, 'recovery code')} left.
              </Text>
              <Button variant="default" onClick={() => setOpen('codes')}>
                New recovery codes
              </Button>
              <Button variant="default" onClick={() => setOpen('turnOff')}>
                Turn off
              </Button>
            </Group>
          ) : (
            <Group gap="md">
              <Text size="sm" data-factor="off">
                Off.{isRequired && ' Your organization requires a second factor for sign-ins with a password.'}
              </Text>
              <Button onClick={() => setOpen('setUp')}>Set up</Button>
            </Group>
          )
        }
      </QueryView>
      <Dialog opened={open === 'setUp'} onClose={close} title="Set up a second factor" closesOnOutsideClick={false}>
        <FactorSetup onDone={close} onCancel={close} />
      </Dialog>
      <RecoveryCodesDialog opened={open === 'codes'} onClose={close} />
      <TurnOffDialog opened={open === 'turnOff'} isRequired={factor.data?.isRequired ?? false} onClose={close} />
    </section>
  );
}
