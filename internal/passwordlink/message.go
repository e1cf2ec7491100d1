package passwordlink

import (
	"fmt"
	"strings"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/mail"
)

// compose writes the mail with a link. It is plain text: the address is visible, and no picture tells a sender that it was read.
func compose(user account.User, organization account.Organization, link Link, address string) mail.Message {
	greeting := "Hello,"
	if name := strings.TrimSpace(user.FirstName + " " + user.LastName); name != "" {
		greeting = "Hello " + name + ","
	}
	subject, reason, otherwise := texts(link.Purpose, organization.Name)
	return mail.Message{
		To: user.Email, Subject: subject,
		Text: fmt.Sprintf("%s\n\n%s Choose a password here:\n\n%s\n\nThe link works once, until %s. Do not pass it on.\n\n%s\n",
			greeting, reason, address, link.ExpiresAt.UTC().Format("2 January 2006, 15:04 UTC"), otherwise),
	}
}

func texts(purpose Purpose, organization string) (subject, reason, otherwise string) {
	switch purpose {
	case Invitation:
		return "Your invitation to " + organization + " on Millrace",
			"an administrator of " + organization + " has created a user for you on Millrace.",
			"If you do not expect this invitation, ignore it."
	case Reset:
		return "Choose a new password for " + organization + " on Millrace",
			"an administrator of " + organization + " wants you to choose a new password on Millrace.",
			"Your current password stays valid until you use the link. Using it signs you out everywhere and revokes your access tokens."
	default:
		return "Choose a new password for " + organization + " on Millrace",
			"somebody requested a new password for your user of " + organization + " on Millrace.",
			"If it was not you, ignore this mail: your password stays as it is. Using the link signs you out everywhere and revokes your\n" +
				"access tokens."
	}
}
