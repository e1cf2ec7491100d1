package cli

import (
	"cmp"
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/cli/profile"
	"github.com/millrace/millrace/internal/fault"
)

// loginFlags are the flags of login.
type loginFlags struct {
	remoteFlags

	email, organization       string
	passwordStdin, tokenStdin bool
}

func (p Program) login() *cobra.Command {
	var flags loginFlags
	command := &cobra.Command{
		Use:   "login",
		Short: "Sign in to a server and store the token in a profile",
		Long: "Signs in with e-mail address and password, gets a new access token and stores it in a profile, which all other\n" +
			"commands use. The password comes from a prompt or from standard input. With --token-stdin, standard input is an\n" +
			"access token instead, for example of a user with single sign-on. The password is not stored.\n\n" +
			"If you have a second factor, the command asks for its code, or for a recovery code. With --password-stdin the code is\n" +
			"the second line of standard input.\n\n" +
			"Profiles are in millrace/profiles.toml in your config folder (default ~/.config, or XDG_CONFIG_HOME). Only you can\n" +
			"read the file. A flag takes precedence over an environment variable, and that over a profile. The token of a profile\n" +
			"is sent only to the server of that profile.\n\n" +
			"JSON: profile, server, organization, email and path, the file with the profile.",
		Example: "millrace login --server https://millrace.example.com --email ann@example.com\n\n" +
			"# a second server\nmillrace login --profile test --server https://test.example.com\nmillrace runs --profile test\n\n" +
			"# without a terminal\nmillrace login --token-stdin < token.txt",
		Args: arguments(cobra.NoArgs),
		RunE: func(command *cobra.Command, _ []string) error {
			if err := exclusive(command, "password-stdin", "token-stdin"); err != nil {
				return err
			}
			return p.runLogin(command.Context(), &flags)
		},
	}
	flags.registerServer(command)
	command.Flags().Lookup("profile").Usage = "profile to create or replace (default: default) (" + profileVariable + ")"
	command.Flags().StringVar(&flags.email, "email", "", "your e-mail address (default: prompt)")
	command.Flags().StringVar(&flags.organization, "organization", "", "subdomain of the organization, if several have your address")
	command.Flags().BoolVar(&flags.passwordStdin, "password-stdin", false, "read the password from standard input")
	command.Flags().BoolVar(&flags.tokenStdin, "token-stdin", false, "read an access token from standard input instead of a password")
	command.Flags().BoolVar(&flags.asJSON, "json", false, "print JSON")
	return command
}

func (p Program) runLogin(ctx context.Context, flags *loginFlags) error {
	name := p.profileName(&flags.remoteFlags)
	if err := profile.CheckName(name); err != nil {
		return err
	}
	file, err := profile.Open(profile.Path(p.variable))
	if err != nil {
		return err
	}
	known, _ := file.Get(name)
	server := cmp.Or(flags.server, p.variable(serverVariable), known.Server, defaultServer)
	if err = checkServer(server); err != nil {
		return err
	}
	var signed profile.Profile
	if flags.tokenStdin {
		signed, err = p.loginWithToken(ctx, server)
	} else {
		signed, err = p.loginWithPassword(ctx, server, flags)
	}
	if err != nil {
		return err
	}
	file.Put(name, signed)
	if err = file.Save(); err != nil {
		return err
	}
	return p.printLogin(name, file.Path(), signed, flags.asJSON)
}

// loginWithToken stores an existing token after the server has confirmed its owner.
func (p Program) loginWithToken(ctx context.Context, server string) (profile.Profile, error) {
	token, err := p.readLine(ctx)
	if err != nil {
		return profile.Profile{}, err
	}
	who := identity{server: server, token: token}
	if token == "" {
		return profile.Profile{}, fault.New(fault.Invalid, "standard input has no token")
	}
	if err = who.check(); err != nil {
		return profile.Profile{}, err
	}
	me, err := who.me(ctx)
	if err != nil {
		return profile.Profile{}, err
	}
	return profile.Profile{Server: server, Token: token, Email: me.User.Email, Organization: me.Organization.Name}, nil
}

// me returns the owner of the token.
func (i identity) me(ctx context.Context) (*api.Me, error) {
	server, err := i.client(responseTimeout)
	if err != nil {
		return nil, err
	}
	return server.GetMe(ctx)
}

func (p Program) printLogin(name, path string, signed profile.Profile, asJSON bool) error {
	if asJSON {
		return p.printJSON(struct {
			Profile      string `json:"profile"`
			Server       string `json:"server"`
			Organization string `json:"organization"`
			Email        string `json:"email"`
			Path         string `json:"path"`
		}{name, withoutPassword(signed.Server), signed.Organization, signed.Email, path})
	}
	return p.print(fmt.Sprintf("Logged in to %s as %s of %s. Stored the token in profile %s of %s.\n",
		withoutPassword(signed.Server), signed.Email, signed.Organization, name, path))
}
