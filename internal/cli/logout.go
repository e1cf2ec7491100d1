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
		Short: "Forget a server, and revoke the token that login got there",
		Long: "Takes a profile away. A token that `millrace login` got with a password is revoked on the server; one that was given\n" +
			"to it stays valid, because others may use it.\n\n" +
			"JSON: profile, and isRevoked.",
		Example: "millrace logout\n\n# one of several servers\nmillrace logout --profile test",
		Args:    arguments(cobra.NoArgs),
		RunE:    func(command *cobra.Command, _ []string) error { return p.runLogout(command.Context(), &flags) },
	}
	command.Flags().StringVar(&flags.profile, "profile", "", "profile to take away ("+profileVariable+")")
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
		p.notef("the token could not be revoked and stays valid: %s", remoteFault(revokeErr))
	}
	if flags.asJSON {
		return p.printJSON(struct {
			Profile   string `json:"profile"`
			IsRevoked bool   `json:"isRevoked"`
		}{name, isRevoked})
	}
	outcome := ""
	if isRevoked {
		outcome = " Its token is revoked."
	}
	return p.print(fmt.Sprintf("Profile %s is gone.%s\n", name, outcome))
}

// revoke revokes the token of a profile, when it was made for it.
func revoke(ctx context.Context, known profile.Profile) error {
	if known.TokenID == "" {
		return nil
	}
	who := identity{known.Server, known.Token}
	if err := who.check(); err != nil {
		return err
	}
	server, err := who.client(answerLimit)
	if err != nil {
		return err
	}
	return server.RevokeToken(ctx, known.TokenID)
}
