package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
)

func (p Program) identityProvider() *cobra.Command {
	parent := group("identity-provider", "Manage single sign-on of your organization")
	parent.AddCommand(
		p.remote(p.identityProviderGet()), p.remote(p.identityProviderSet()), p.remote(p.identityProviderTest()),
		p.remote(p.identityProviderDisable()), p.remote(p.identityProviderDelete()),
	)
	return parent
}

func (p Program) identityProviderGet() *cobra.Command {
	return exchangeCommand(p, exchange[api.IdentityProvider]{
		use: "get", short: "Show the identity provider of your organization",
		long: "Shows the settings of single sign-on, without the client secret, and the addresses to register at the provider.\n\n" +
			"JSON: the provider as GET /api/v1/identityProvider returns it.",
		example: "millrace identity-provider get",
		send: func(ctx context.Context, server *client.Client, _ []string) (*api.IdentityProvider, error) {
			return server.GetIdentityProvider(ctx)
		},
		show: p.showIdentityProvider,
	})
}

func (p Program) showIdentityProvider(provider *api.IdentityProvider) error {
	var shown facts
	shown.add("kind", string(provider.Kind))
	shown.add("state", providerState(provider))
	shown.add("issuer", orZero(provider.Issuer))
	shown.add("client", orZero(provider.ClientID))
	shown.add("scopes", strings.Join(provider.Scopes, " "))
	shown.add("metadata", orZero(provider.MetadataURL))
	shown.add("entity id", orZero(provider.EntityID))
	for _, uri := range provider.RedirectURIs {
		shown.add("redirect uri", uri)
	}
	shown.add("e-mail domains", strings.Join(provider.EmailDomains, " "))
	shown.add("trusts e-mail", yesOrNo(provider.TrustsEmail))
	shown.add("creates users", yesOrNo(provider.CreatesUsers))
	shown.add("default role", string(provider.DefaultRole))
	shown.add("group claim", orZero(provider.GroupClaim))
	for _, mapping := range provider.GroupRoles {
		shown.add("group role", fmt.Sprintf("%s is %s", mapping.Group, mapping.OrganizationRole))
	}
	shown.add("changed", moment(&provider.UpdatedAt))
	return p.print(shown.String())
}

func providerState(provider *api.IdentityProvider) string {
	switch {
	case !provider.IsEnabled:
		return "off"
	case provider.OnlySingleSignOn:
		return "on, passwords are refused"
	default:
		return "on"
	}
}

func yesOrNo(is bool) string {
	if is {
		return "yes"
	}
	return "no"
}

func (p Program) identityProviderDisable() *cobra.Command {
	return exchangeCommand(p, exchange[api.IdentityProvider]{
		use: "disable", short: "Turn single sign-on off and keep its settings",
		long: "The sign-in page no longer offers the provider, and passwords work again. Sessions and access tokens stay valid. Turn\n" +
			"it on again with `millrace identity-provider set --enabled`.\n\n" +
			"JSON: the provider after the change.",
		example: "millrace identity-provider disable",
		send: func(ctx context.Context, server *client.Client, _ []string) (*api.IdentityProvider, error) {
			stored, err := server.GetIdentityProvider(ctx)
			if err != nil {
				return nil, err
			}
			body := writeOf(stored)
			body.IsEnabled, body.OnlySingleSignOn = new(false), new(false)
			return server.SetIdentityProvider(ctx, body)
		},
		show: p.showIdentityProvider,
	})
}

func (p Program) identityProviderDelete() *cobra.Command {
	var flags remoteFlags
	var yes bool
	command := &cobra.Command{
		Use: "delete", Short: "Delete the identity provider of your organization",
		Long: "Deletes the settings of single sign-on with the client secret. Users keep their sessions and access tokens. Those with\n" +
			"a password sign in with it again; the others need a new provider.\n\n" +
			"JSON: id, which is empty.",
		Example: "millrace identity-provider delete --yes", Args: arguments(cobra.NoArgs),
		RunE: func(command *cobra.Command, _ []string) error {
			server, err := p.connect(&flags)
			if err != nil {
				return err
			}
			if err = p.requireConfirmation(command.Context(), yes, "Delete the identity provider with its client secret?"); err != nil {
				return err
			}
			if err = server.DeleteIdentityProvider(command.Context()); err != nil {
				return err
			}
			return p.printDone("The identity provider was deleted.", "", flags.asJSON)
		},
	}
	flags.register(command)
	command.Flags().BoolVar(&yes, "yes", false, "skip the confirmation prompt")
	return command
}

// writeOf returns a provider as it is sent back. Without a secret the server keeps the stored one.
func writeOf(stored *api.IdentityProvider) api.IdentityProviderWrite {
	return api.IdentityProviderWrite{
		Kind: stored.Kind, IsEnabled: &stored.IsEnabled, OnlySingleSignOn: &stored.OnlySingleSignOn, Issuer: stored.Issuer, ClientID: stored.ClientID,
		Scopes: &stored.Scopes, MetadataURL: stored.MetadataURL, Metadata: stored.Metadata, EmailAttribute: stored.EmailAttribute,
		EmailDomains: &stored.EmailDomains, TrustsEmail: &stored.TrustsEmail, CreatesUsers: &stored.CreatesUsers,
		DefaultRole: new(string(stored.DefaultRole)), GroupClaim: stored.GroupClaim, GroupRoles: &stored.GroupRoles,
	}
}
