package cli

import (
	"context"
	"errors"
	"strings"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
	"github.com/millrace/millrace/internal/cli/profile"
	"github.com/millrace/millrace/internal/fault"
)

// loginWithPassword signs in and stores the new token.
func (p Program) loginWithPassword(ctx context.Context, address string, flags *loginFlags) (profile.Profile, error) {
	input := p.lines()
	body, err := p.credentials(ctx, flags, input)
	if err != nil {
		return profile.Profile{}, err
	}
	server, err := identity{server: address}.client(responseTimeout)
	if err != nil {
		return profile.Profile{}, err
	}
	session, err := server.Login(ctx, body)
	if refused, ok := errors.AsType[*client.ServerError](err); ok && refused.Ticket != "" {
		session, err = p.finishLogin(ctx, server, refused.Ticket, flags, input)
	}
	if err != nil {
		return profile.Profile{}, err
	}
	if session.AccessToken == "" {
		return profile.Profile{}, notMillraceFault()
	}
	return profile.Profile{
		Server: address, Token: session.AccessToken, Email: session.User.Email, Organization: session.Organization.Name,
		TokenID: tokenID(ctx, identity{address, session.AccessToken}),
	}, nil
}

// finishLogin sends the code of the second factor, from a prompt or from the second line of standard input.
func (p Program) finishLogin(
	ctx context.Context, server *client.Client, ticket string, flags *loginFlags, input lineReader,
) (*api.LoginAnswer, error) {
	var code string
	var err error
	if flags.passwordStdin {
		code, err = input(ctx)
	} else {
		code, err = p.promptLine(ctx, "Code of the second factor, or a recovery code")
	}
	if err != nil {
		return nil, err
	}
	if code == "" {
		return nil, fault.New(fault.Invalid, "the code of the second factor is missing").
			WithHint("Write it into the second line of standard input, or pass an access token with --token-stdin.")
	}
	return server.FinishLogin(ctx, api.SecondStep{Ticket: ticket, Code: code})
}

// credentials reads e-mail address and password from flags, from standard input or from a prompt.
func (p Program) credentials(ctx context.Context, flags *loginFlags, input lineReader) (api.Login, error) {
	body := api.Login{Email: flags.email, Organization: given(flags.organization)}
	var err error
	if body.Email == "" {
		if flags.passwordStdin || !p.canPrompt() {
			return body, fault.New(fault.Invalid, "--email is missing")
		}
		if body.Email, err = p.promptLine(ctx, "E-mail address"); err != nil {
			return body, err
		}
	}
	switch {
	case flags.passwordStdin:
		body.Password, err = input(ctx)
	case p.canPrompt():
		body.Password, err = p.promptSecret(ctx, "Password")
	default:
		err = fault.New(fault.Invalid, "cannot prompt for the password: no terminal").
			WithHint("Pass the password with --password-stdin, or an access token with --token-stdin.")
	}
	if err == nil && (body.Email == "" || body.Password == "") {
		err = fault.New(fault.Invalid, "the e-mail address or the password is empty")
	}
	return body, err
}

// tokenID finds the id of a new token by its last characters, which the list of tokens shows. It returns "" on an
// error, because the login succeeded; logout then cannot revoke the token.
func tokenID(ctx context.Context, who identity) string {
	server, err := who.client(responseTimeout)
	if err != nil {
		return ""
	}
	tokens, err := listTokens(ctx, server, "")
	if err != nil {
		return ""
	}
	newest, id := "", ""
	for _, token := range tokens {
		ending := strings.TrimLeft(token.Hint, "…")
		if ending != "" && strings.HasSuffix(who.token, ending) && token.CreatedAt >= newest {
			newest, id = token.CreatedAt, token.ID
		}
	}
	return id
}
