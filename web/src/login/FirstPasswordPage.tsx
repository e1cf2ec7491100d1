import { PasswordForm } from '../account/PasswordForm';
import { SmallPage } from './SmallPage';

// FirstPasswordPage is all that a user can open whose password an administrator chose.
export function FirstPasswordPage() {
  return (
    <SmallPage
      title="Choose a password"
      description="An administrator chose your current password, so somebody else knows it. Choose your own, then sign in with it."
    >
      <PasswordForm />
    </SmallPage>
  );
}
