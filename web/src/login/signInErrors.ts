interface SignInError {
  title: string;
  hint: string;
}

// The codes with which a sign-in through an identity provider fails. The texts are ours: what a provider wrote is in the log of
// the server only.
const errors: Record<string, SignInError> = {
  singleSignOnDisabled: {
    title: 'Single sign-on is not enabled for this organization',
    hint: 'Sign in with a password, or ask an administrator of your organization.',
  },
  requestUnknown: {
    title: 'The sign-in has expired or was completed before',
    hint: 'Sign in again, in one browser window.',
  },
  providerUnavailable: {
    title: 'The identity provider does not respond',
    hint: 'Try again later. A break-glass administrator can sign in with a password.',
  },
  providerRefused: {
    title: 'The identity provider did not sign you in',
    hint: 'Sign in again, or ask the administrator of the provider.',
  },
  codeRejected: { title: 'The identity provider rejected the sign-in code', hint: 'The code is valid for a short time only. Sign in again.' },
  clientRejected: {
    title: 'The identity provider rejected this server',
    hint: 'Ask an administrator of your organization to test the settings of single sign-on.',
  },
  responseInvalid: {
    title: 'The response of the identity provider is not valid',
    hint: 'Sign in again. If it fails again, ask an administrator of your organization to test the settings of single sign-on.',
  },
  emailMissing: { title: 'The identity provider sent no e-mail address', hint: 'Ask the administrator of the provider to send it to Millrace.' },
  emailNotVerified: {
    title: 'The identity provider has not verified your e-mail address',
    hint: 'Verify the address at the provider and sign in again.',
  },
  domainNotAllowed: {
    title: 'Your e-mail domain may not sign in to this organization',
    hint: 'Use your address at the company, or ask an administrator of your organization.',
  },
  userDisabled: { title: 'Your user is disabled', hint: 'Ask an administrator of your organization to enable it.' },
  identityConflict: {
    title: 'The user with your e-mail address belongs to another account at the identity provider',
    hint: 'Ask an administrator of your organization to delete that user or to change its address, and sign in again.',
  },
  userUnknown: { title: 'You have no user in this organization', hint: 'Ask an administrator of your organization to create one.' },
};

const unknown: SignInError = { title: 'The sign-in failed', hint: 'Sign in again. If it fails again, give the request id to your administrator.' };

export const signInError = (code: string): SignInError => errors[code] ?? unknown;
