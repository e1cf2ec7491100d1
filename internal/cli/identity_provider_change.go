package cli

import (
	"context"
	"errors"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
	"github.com/millrace/millrace/internal/fault"
)

// identityProviderFlags describe an identity provider.
type identityProviderFlags struct {
	kind, issuer, clientID, metadataURL, metadataFile, emailAttribute, defaultRole, groupClaim string

	scopes, domains, groupRoles         []string
	enabled, only, trustEmail, newUsers bool
	secretStdin                         bool
	secretVariable                      string
	secret, metadata                    *string
	parsedGroupRoles                    *[]api.GroupRole
	command                             *cobra.Command
}

func (f *identityProviderFlags) register(command *cobra.Command) {
	f.command = command
	set := command.Flags()
	set.StringVar(&f.kind, "kind", "oidc", "protocol of the provider: oidc or saml")
	set.BoolVar(&f.enabled, "enabled", true, "offer the provider on the sign-in page; --enabled=false keeps the settings")
	set.BoolVar(&f.only, "only-single-sign-on", false, "refuse passwords, except those of break-glass administrators")
	set.StringVar(&f.issuer, "issuer", "", "URL of an OpenID provider, exactly as the provider writes it")
	set.StringVar(&f.clientID, "client-id", "", "id of Millrace as a client of the provider")
	set.BoolVar(&f.secretStdin, "client-secret-stdin", false, "read the client secret from standard input")
	set.StringVar(&f.secretVariable, "client-secret-env", "", "environment variable with the client secret")
	set.StringSliceVar(&f.scopes, "scopes", nil, "scopes in addition to openid, email and profile")
	set.StringVar(&f.metadataURL, "metadata-url", "", "URL of the metadata of a SAML provider")
	set.StringVar(&f.metadataFile, "metadata-file", "", "file with the metadata of a SAML provider")
	set.StringVar(&f.emailAttribute, "email-attribute", "", "SAML attribute with the e-mail address (default: the usual ones)")
	set.StringSliceVar(&f.domains, "email-domains", nil, "e-mail domains that may sign in (default: all)")
	set.BoolVar(&f.trustEmail, "trust-email", false, "treat every e-mail address of the provider as verified")
	set.BoolVar(&f.newUsers, "create-users", false, "create a user at the first sign-in of an unknown person")
	set.StringVar(&f.defaultRole, "default-role", "", "role of new users: organizationMember (default) or organizationContributor")
	set.StringVar(&f.groupClaim, "group-claim", "", "claim or attribute with the groups of a person, such as groups")
	set.StringArrayVar(&f.groupRoles, "group-role", nil, "role of the members of a group, as group=role; may be repeated")
}

// prepare reads what the flags name. Nothing is sent yet.
func (f *identityProviderFlags) prepare(p Program, command *cobra.Command) error {
	if err := exclusive(command, "client-secret-stdin", "client-secret-env"); err != nil {
		return err
	}
	if f.secretStdin || f.secretVariable != "" {
		secret, err := p.readSecret(command.Context(), secretInput{label: "client secret", variable: f.secretVariable})
		if err != nil {
			return err
		}
		f.secret = &secret
	}
	if f.metadataFile != "" {
		raw, err := os.ReadFile(f.metadataFile)
		if err != nil {
			return fault.Wrap(err, fault.Invalid, "cannot read %s", f.metadataFile).WithHint("Download the metadata from the provider.")
		}
		f.metadata = new(string(raw))
	}
	return f.parseGroupRoles()
}

func (f *identityProviderFlags) parseGroupRoles() error {
	if !f.command.Flags().Changed("group-role") {
		return nil
	}
	parsed := []api.GroupRole{}
	for _, item := range f.groupRoles {
		at := strings.LastIndexByte(item, '=') // the names of groups may contain one, as in CN=Data,OU=Groups
		if at <= 0 {
			return &usageError{
				err: fault.New(fault.Invalid, "--group-role %q does not have the form group=role", item), command: f.command.CommandPath(),
			}
		}
		parsed = append(parsed, api.GroupRole{Group: item[:at], OrganizationRole: item[at+1:]})
	}
	f.parsedGroupRoles = &parsed
	return nil
}

// over returns the stored provider with what the flags change; nil is no stored provider.
func (f *identityProviderFlags) over(stored *api.IdentityProvider) api.IdentityProviderWrite {
	body := api.IdentityProviderWrite{Kind: api.IdentityProviderKind(f.kind)}
	if stored != nil && (!f.command.Flags().Changed("kind") || string(stored.Kind) == f.kind) {
		body = writeOf(stored)
	}
	replace(&body.IsEnabled, changed(f.command, "enabled", f.enabled))
	replace(&body.OnlySingleSignOn, changed(f.command, "only-single-sign-on", f.only))
	replace(&body.Issuer, changed(f.command, "issuer", f.issuer))
	replace(&body.ClientID, changed(f.command, "client-id", f.clientID))
	replace(&body.Scopes, changed(f.command, "scopes", orEmpty(f.scopes)))
	replace(&body.EmailAttribute, changed(f.command, "email-attribute", f.emailAttribute))
	replace(&body.EmailDomains, changed(f.command, "email-domains", orEmpty(f.domains)))
	replace(&body.TrustsEmail, changed(f.command, "trust-email", f.trustEmail))
	replace(&body.CreatesUsers, changed(f.command, "create-users", f.newUsers))
	replace(&body.DefaultRole, changed(f.command, "default-role", f.defaultRole))
	replace(&body.GroupClaim, changed(f.command, "group-claim", f.groupClaim))
	replace(&body.GroupRoles, f.parsedGroupRoles)
	if url := changed(f.command, "metadata-url", f.metadataURL); url != nil {
		body.MetadataURL, body.Metadata = url, nil
	}
	if f.metadata != nil {
		body.MetadataURL, body.Metadata = nil, f.metadata
	}
	body.ClientSecret = f.secret
	return body
}

func replace[T any](field **T, value *T) {
	if value != nil {
		*field = value
	}
}

// body reads the stored provider and applies the flags.
func (f *identityProviderFlags) body(ctx context.Context, server *client.Client) (api.IdentityProviderWrite, error) {
	stored, err := server.GetIdentityProvider(ctx)
	if refused, ok := errors.AsType[*client.ServerError](err); ok && refused.Kind == client.KindNotFound {
		return f.over(nil), nil
	}
	if err != nil {
		return api.IdentityProviderWrite{}, err
	}
	return f.over(stored), nil
}

func (p Program) identityProviderSet() *cobra.Command {
	var flags identityProviderFlags
	return exchangeCommand(p, exchange[api.IdentityProvider]{
		use: "set", short: "Set up or change single sign-on",
		long: "Changes what the flags name and leaves the rest unchanged. Test the settings first: `millrace identity-provider test`\n" +
			"takes the same flags. The client secret comes from standard input or from an environment variable. It is kept while\n" +
			"issuer and client id stay the same.\n\n" +
			"Before --only-single-sign-on, mark an administrator with `millrace users update ID --break-glass`, who can still sign\n" +
			"in with a password when the provider is down.\n\n" +
			"JSON: the provider after the change.",
		example: "millrace identity-provider set --issuer https://login.example.com --client-id millrace --client-secret-stdin \\\n" +
			"  --email-domains example.com --create-users --group-claim groups --group-role data-admins=admin < secret.txt\n\n" +
			"# with SAML\nmillrace identity-provider set --kind saml --metadata-url https://login.example.com/metadata \\\n" +
			"  --email-domains example.com",
		flags: flags.register,
		prepare: func(command *cobra.Command) error {
			if err := someChange(command); err != nil {
				return err
			}
			return flags.prepare(p, command)
		},
		send: func(ctx context.Context, server *client.Client, _ []string) (*api.IdentityProvider, error) {
			body, err := flags.body(ctx, server)
			if err != nil {
				return nil, err
			}
			return server.SetIdentityProvider(ctx, body)
		},
		show: p.showIdentityProvider,
	})
}

func (p Program) identityProviderTest() *cobra.Command {
	var flags identityProviderFlags
	return exchangeCommand(p, exchange[api.IdentityProviderTest]{
		use: "test", short: "Test single sign-on without saving anything",
		long: "Reads the description and the keys of the provider and checks the client's credentials, with the stored settings and\n" +
			"what the flags change. Exits with 1 if a check fails.\n\n" +
			"JSON: success, findings with check, severity and message, and redirectURIs to register at the provider.",
		example: "millrace identity-provider test --issuer https://login.example.com --client-id millrace \\\n" +
			"  --client-secret-stdin < secret.txt",
		flags:   flags.register,
		prepare: func(command *cobra.Command) error { return flags.prepare(p, command) },
		send: func(ctx context.Context, server *client.Client, _ []string) (*api.IdentityProviderTest, error) {
			body, err := flags.body(ctx, server)
			if err != nil {
				return nil, err
			}
			return server.TestIdentityProvider(ctx, body)
		},
		show: func(test *api.IdentityProviderTest) error {
			shown := table{columns: []string{"CHECK", "RESULT", "MESSAGE"}}
			for _, finding := range test.Findings {
				shown.add(finding.Check, finding.Severity, finding.Message)
			}
			return p.printTable(&shown, "Nothing was checked.")
		},
		verdict: func(test *api.IdentityProviderTest) error {
			if test.Success {
				return nil
			}
			return reportedError{}
		},
	})
}
