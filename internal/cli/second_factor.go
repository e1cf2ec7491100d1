package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
	"github.com/millrace/millrace/internal/fault"
)

func (p Program) secondFactor() *cobra.Command {
	parent := p.secondFactorStatus("second-factor", "Manage the second factor of your sign-in")
	parent.AddCommand(
		p.remote(p.secondFactorStatus("status", "Show whether you have a second factor")), p.remote(p.secondFactorEnable()),
		p.remote(p.secondFactorDisable()), p.remote(p.secondFactorCodes()),
	)
	return parent
}

func (p Program) secondFactorStatus(use, short string) *cobra.Command {
	return exchangeCommand(p, exchange[api.SecondFactor]{
		use: use, short: short,
		long: "Shows whether your sign-in with a password asks for a code, and how many recovery codes you have left.\n\n" +
			"JSON: isActive, isRequired, createdAt and recoveryCodesLeft.",
		example: "millrace second-factor status",
		send: func(ctx context.Context, server *client.Client, _ []string) (*api.SecondFactor, error) {
			return server.GetSecondFactor(ctx)
		},
		show: func(factor *api.SecondFactor) error {
			var shown facts
			shown.add("second factor", yesOrNo(factor.IsActive))
			shown.add("required", yesOrNo(factor.IsRequired))
			if factor.IsActive {
				shown.add("set up", moment(factor.CreatedAt))
				shown.add("recovery codes", fmt.Sprintf("%d left", orZero(factor.RecoveryCodesLeft)))
			}
			return p.print(shown.String())
		},
	})
}

func (p Program) secondFactorEnable() *cobra.Command {
	input := p.lines()
	return exchangeCommand(p, exchange[api.RecoveryCodes]{
		use: "enable", short: "Set up a second factor with an authenticator application",
		long: "Asks for your password, shows a secret to enter into an authenticator application (TOTP), asks for its first code,\n" +
			"and prints ten recovery codes. Each of them signs you in once if you lose the application. It revokes all your access\n" +
			"tokens, also the one of this command, and ends your sessions: log in again afterwards.\n\n" +
			"Without a terminal the password and the code are lines of standard input. The web application shows a QR code.\n\n" +
			"JSON: recoveryCodes.",
		example: "millrace second-factor enable",
		send: func(ctx context.Context, server *client.Client, _ []string) (*api.RecoveryCodes, error) {
			password, err := p.askSecret(ctx, input, "Password")
			if err != nil {
				return nil, err
			}
			setup, err := server.BeginSecondFactor(ctx, api.PasswordConfirmation{Password: password})
			if err != nil {
				return nil, err
			}
			p.notef("enter this secret into your authenticator application: %s", setup.Secret)
			p.notef("or open this address with it: %s", setup.URI)
			code, err := p.askSecret(ctx, input, "Code that the application shows")
			if err != nil {
				return nil, err
			}
			return server.ActivateSecondFactor(ctx, api.SecondFactorCode{Code: code})
		},
		show: p.showRecoveryCodes,
	})
}

// askSecret prompts, or reads the next line of standard input where there is no terminal.
func (p Program) askSecret(ctx context.Context, input lineReader, label string) (string, error) {
	ask := input
	if p.canPrompt() {
		ask = func(ctx context.Context) (string, error) { return p.promptSecret(ctx, label) }
	}
	text, err := ask(ctx)
	if err == nil && text == "" {
		err = fault.New(fault.Invalid, "cannot prompt: no terminal, and standard input has no further line").
			WithHint("Write one line for each question: %s.", label)
	}
	return strings.TrimSpace(text), err
}

func (p Program) showRecoveryCodes(codes *api.RecoveryCodes) error {
	p.notef("keep these recovery codes in a safe place; they are shown only once")
	return p.print(strings.Join(codes.RecoveryCodes, "\n") + "\n")
}

func (p Program) secondFactorCodes() *cobra.Command {
	input := p.lines()
	return exchangeCommand(p, exchange[api.RecoveryCodes]{
		use: "recovery-codes", short: "Replace your recovery codes",
		long: "Asks for your password and prints ten new recovery codes. The old ones are no longer valid. Without a terminal the\n" +
			"password is a line of standard input.\n\n" +
			"JSON: recoveryCodes.",
		example: "millrace second-factor recovery-codes",
		send: func(ctx context.Context, server *client.Client, _ []string) (*api.RecoveryCodes, error) {
			password, err := p.askSecret(ctx, input, "Password")
			if err != nil {
				return nil, err
			}
			return server.CreateRecoveryCodes(ctx, api.PasswordConfirmation{Password: password})
		},
		show: p.showRecoveryCodes,
	})
}

func (p Program) secondFactorDisable() *cobra.Command {
	var flags remoteFlags
	command := &cobra.Command{
		Use:   "disable",
		Short: "Turn your second factor off",
		Long: "Asks for your password and turns the second factor off. It revokes all your access tokens, also the one of this\n" +
			"command, and ends your sessions. Without a terminal the password is a line of standard input.\n\n" +
			"JSON: id, which is empty.",
		Example: "millrace second-factor disable",
		Args:    arguments(cobra.NoArgs),
		RunE: func(command *cobra.Command, _ []string) error {
			server, err := p.connect(&flags)
			if err != nil {
				return err
			}
			password, err := p.askSecret(command.Context(), p.lines(), "Password")
			if err != nil {
				return err
			}
			if err = server.RemoveSecondFactor(command.Context(), api.PasswordConfirmation{Password: password}); err != nil {
				return err
			}
			return p.printDone("The second factor is off. Log in again.", "", flags.asJSON)
		},
	}
	flags.register(command)
	return command
}

func (p Program) userRemoveSecondFactor() *cobra.Command {
	var flags remoteFlags
	command := &cobra.Command{
		Use:   "remove-second-factor ID",
		Short: "Remove the second factor of a user who has lost it",
		Long: "Removes the second factor of a user, revokes the user's access tokens and ends the user's sessions. The user signs in\n" +
			"with the password alone until a new second factor is set up.\n\n" +
			"JSON: id.",
		Example: "millrace users remove-second-factor 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11",
		Args:    arguments(cobra.ExactArgs(1)),
		RunE: func(command *cobra.Command, args []string) error {
			server, err := p.connect(&flags)
			if err != nil {
				return err
			}
			if err = server.RemoveUserSecondFactor(command.Context(), args[0]); err != nil {
				return err
			}
			return p.printDone(fmt.Sprintf("User %s has no second factor.", args[0]), args[0], flags.asJSON)
		},
	}
	flags.register(command)
	return command
}
