package singlesignon

import (
	"errors"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
)

// Failure is the reason why a sign-in through a provider failed, as a code that the sign-in page explains. Reasons that
// concern the person are account.IdentityRefusal.
type Failure string

// The reasons.
const (
	NotEnabled          Failure = "singleSignOnDisabled" // the organization has no enabled provider
	RequestUnknown      Failure = "requestUnknown"       // the state is wrong, was used, has expired, or is of another browser
	ProviderUnavailable Failure = "providerUnavailable"  // the provider does not respond, or not as it should
	ProviderRefused     Failure = "providerRefused"      // the provider did not sign the person in
	CodeRejected        Failure = "codeRejected"         // the provider rejected the code, which may have expired
	ClientRejected      Failure = "clientRejected"       // the provider rejected the client id or secret
	ResponseInvalid     Failure = "responseInvalid"      // the token or assertion does not verify
	internalFailure     Failure = "internal"
)

// FailedError is a sign-in that failed for a reason.
type FailedError struct{ Reason Failure }

func (e FailedError) Error() string { return "single sign-on: " + string(e.Reason) }

// explanation is what a person reads about a reason.
type explanation struct {
	kind          fault.Kind
	message, hint string
}

// failures are the texts and kinds of the reasons.
var failures = map[Failure]explanation{
	NotEnabled: {
		fault.NotFound, "single sign-on is not enabled for this organization",
		"Sign in with a password, or ask an administrator of your organization.",
	},
	RequestUnknown: {
		fault.Invalid, "the sign-in has expired, was completed before, or began in another browser",
		"Sign in again, in one browser window.",
	},
	ProviderUnavailable: {
		fault.Unavailable, "the identity provider does not respond as expected",
		"Try again later. A break-glass administrator can sign in with a password.",
	},
	ProviderRefused: {fault.Forbidden, "the identity provider did not sign you in", "Sign in again, or ask the administrator of the provider."},
	CodeRejected:    {fault.Invalid, "the identity provider rejected the sign-in code, which is valid for a short time only", "Sign in again."},
	ClientRejected: {
		fault.Unavailable, "the identity provider rejected the credentials of this server",
		"Ask an administrator of your organization to test the settings of single sign-on.",
	},
	ResponseInvalid: {
		fault.Forbidden, "the response of the identity provider is not valid",
		"Sign in again. If it fails again, ask an administrator of your organization to test the settings of single sign-on.",
	},
}

// because returns the fault of a failure. The cause is for the log.
func (f Failure) because(cause error) error {
	known := failures[f]
	return fault.Wrap(errors.Join(FailedError{f}, cause), known.kind, "%s", known.message).WithHint("%s", known.hint)
}

// CodeOf returns the code of an error of this package.
func CodeOf(err error) string {
	if refused, ok := errors.AsType[account.IdentityRefusedError](err); ok {
		return string(refused.Reason)
	}
	if failed, ok := errors.AsType[FailedError](err); ok {
		return string(failed.Reason)
	}
	return string(internalFailure)
}
