package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/internal/cli/profile"
)

func (p Program) logout() *cobra.Command {
	var flags remoteFlags
	command := &cobra.Command{
		Use:   "logout",
		Short: "Delete a profile and revoke its token",
		Long: "Deletes a profile. The server revokes a token that `millrace login` got with a password. A token that was passed to\n" +
			"login stays valid, because other programs may use it.\n\n" +
			"JSON: profile, and isRevoked.",
		Example: "millrace logout\n\n# one of several servers\nmillrace logout --profile test",
		Args:    arguments(cobra.NoArgs),
		RunE:    func(command *cobra.Command, _ []string) error { return p.runLogout(command.Context(), &flags) },
	}
	command.Flags().StringVar(&flags.profile, "profile", "", "profile to delete ("+profileVariable+")")
	command.Flags().BoolVar(&flags.asJSON, "json", false, "print JSON")
	return command
}

func (p Program) runLogout(ctx context.Context, flags *remoteFlags) error {
	name := p.profileName(flags)
	file, err := profile.Open(profile.Path(p.variable))
	if err != nil {
		return err
	}
	known, ok := file.Get(name)
	if !ok {
		return noSuchProfile(name, file.Names())
	}
	revokeErr := revoke(ctx, known)
	file.Remove(name)
	if err = file.Save(); err != nil {
		return err
	}
	isRevoked := known.TokenID != "" && revokeErr == nil
	if revokeErr != nil {
		p.notef("cannot revoke the token, it stays valid: %s", remoteFault(revokeErr))
	}
	if flags.asJSON {
		return p.printJSON(struct {
			Profile   string `json:"profile"`
			IsRevoked bool   `json:"isRevoked"`
		}{name, isRevoked})
	}
	outcome := ""
	if isRevoked {
		outcome = " Its token was revoked."
	}
	return p.print(fmt.Sprintf("Deleted profile %s.%s\n", name, outcome))
}

// revoke revokes the token of a profile if login created it.
func revoke(ctx context.Context, known profile.Profile) error {
	if known.TokenID == "" {
		return nil
	}
	who := identity{known.Server, known.Token}
	if err := who.check(); err != nil {
		return err
	}
	server, err := who.client(responseTimeout)
	if err != nil {
		return err
	}
	return server.RevokeToken(ctx, known.TokenID)
}
