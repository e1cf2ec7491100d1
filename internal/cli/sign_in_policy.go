package cli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
)

func (p Program) signInPolicy() *cobra.Command {
	parent := group("sign-in-policy", "Manage what your organization requires of sign-ins with a password")
	parent.AddCommand(p.remote(p.signInPolicyGet()), p.remote(p.signInPolicySet()))
	return parent
}

func (p Program) signInPolicyGet() *cobra.Command {
	return exchangeCommand(p, exchange[api.SignInPolicy]{
		use: "get", short: "Show the sign-in policy",
		long: "Shows whether your organization requires a second factor.\n\n" +
			"JSON: requiresSecondFactor and updatedAt.",
		example: "millrace sign-in-policy get",
		send: func(ctx context.Context, server *client.Client, _ []string) (*api.SignInPolicy, error) {
			return server.GetSignInPolicy(ctx)
		},
		show: p.showSignInPolicy,
	})
}

func (p Program) showSignInPolicy(policy *api.SignInPolicy) error {
	var shown facts
	shown.add("requires second factor", yesOrNo(policy.RequiresSecondFactor))
	return p.print(shown.String())
}

func (p Program) signInPolicySet() *cobra.Command {
	var required bool
	return exchangeCommand(p, exchange[api.SignInPolicy]{
		use: "set", short: "Require a second factor, or require none",
		long: "With --require-second-factor, users without a second factor can only set one up after they sign in with a password.\n" +
			"Sign-ins through the identity provider are exempt, and access tokens stay valid.\n\n" +
			"JSON: requiresSecondFactor and updatedAt.",
		example: "millrace sign-in-policy set --require-second-factor",
		flags: func(command *cobra.Command) {
			command.Flags().BoolVar(&required, "require-second-factor", false, "require a second factor; =false to undo")
		},
		prepare: func(command *cobra.Command) error { return someChange(command) },
		send: func(ctx context.Context, server *client.Client, _ []string) (*api.SignInPolicy, error) {
			return server.SetSignInPolicy(ctx, api.SignInPolicyWrite{RequiresSecondFactor: required})
		},
		show: p.showSignInPolicy,
	})
}
