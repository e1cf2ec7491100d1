package singlesignon

import (
	"errors"
	"slices"

	"github.com/crewjam/saml"

	"github.com/millrace/millrace/internal/account"
)

// The attributes in which providers usually send what a user needs, by name or friendly name.
var (
	emailAttributes = []string{
		"email", "mail", "emailAddress", "urn:oid:0.9.2342.19200300.100.1.3", "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress",
	}
	firstNameAttributes = []string{
		"givenName", "firstName", "urn:oid:2.5.4.42", "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname",
	}
	lastNameAttributes = []string{
		"sn", "surname", "lastName", "urn:oid:2.5.4.4", "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname",
	}
)

// assertedIdentity returns the person of a verified assertion.
func assertedIdentity(assertion *saml.Assertion, provider *account.IdentityProvider) (account.ExternalIdentity, error) {
	if assertion.Subject == nil || assertion.Subject.NameID == nil || len(assertion.Subject.SubjectConfirmations) == 0 {
		return account.ExternalIdentity{}, errors.New("the assertion has no confirmed subject")
	}
	name := assertion.Subject.NameID
	attributes := emailAttributes
	if provider.EmailAttribute != "" {
		attributes = []string{provider.EmailAttribute}
	}
	candidates := valuesOf(assertion, attributes...)
	if provider.EmailAttribute == "" {
		candidates = append(candidates, name.Value)
	}
	identity := account.ExternalIdentity{
		Issuer: assertion.Issuer.Value, Subject: name.Value, IsEmailVerified: true,
		FirstName: first(valuesOf(assertion, firstNameAttributes...)), LastName: first(valuesOf(assertion, lastNameAttributes...)),
	}
	if email, err := account.NormalizeEmail(first(candidates)); err == nil {
		identity.Email = email
	}
	// A transient name is another one at each sign-in, so the address identifies the person.
	if saml.NameIDFormat(name.Format) == saml.TransientNameIDFormat || name.Value == "" {
		identity.Subject = identity.Email
	}
	if identity.Subject == "" {
		return identity, errors.New("the assertion names nobody")
	}
	if provider.GroupClaim != "" {
		identity.Groups = valuesOf(assertion, provider.GroupClaim)
	}
	return identity, nil
}

// valuesOf returns the values of attributes, in the order of the names.
func valuesOf(assertion *saml.Assertion, names ...string) []string {
	var values []string
	for _, name := range names {
		for i := range assertion.AttributeStatements {
			for _, attribute := range assertion.AttributeStatements[i].Attributes {
				if attribute.Name != name && attribute.FriendlyName != name {
					continue
				}
				for _, value := range attribute.Values {
					values = append(values, value.Value)
				}
			}
		}
	}
	return slices.DeleteFunc(values, func(value string) bool { return value == "" })
}

func first(texts []string) string {
	if len(texts) == 0 {
		return ""
	}
	return texts[0]
}
