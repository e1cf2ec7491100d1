package scim

import (
	"slices"
	"strings"
)

// The schemas of resources and messages.
const (
	userSchema         = "urn:ietf:params:scim:schemas:core:2.0:User"
	groupSchema        = "urn:ietf:params:scim:schemas:core:2.0:Group"
	schemaSchema       = "urn:ietf:params:scim:schemas:core:2.0:Schema"
	resourceTypeSchema = "urn:ietf:params:scim:schemas:core:2.0:ResourceType"
	providerSchema     = "urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig"
	listSchema         = "urn:ietf:params:scim:api:messages:2.0:ListResponse"
)

// attributeType is the type of the value of an attribute.
type attributeType string

const (
	stringType    attributeType = "string"
	booleanType   attributeType = "boolean"
	dateTimeType  attributeType = "dateTime"
	referenceType attributeType = "reference"
	complexType   attributeType = "complex"
)

// The mutability and the uniqueness of attributes.
const (
	readOnly  = "readOnly"
	readWrite = "readWrite"
	immutable = "immutable"

	uniqueNone   = "none"
	uniqueServer = "server"
)

// attribute describes an attribute as /Schemas shows it.
type attribute struct {
	Name            string        `json:"name"`
	Type            attributeType `json:"type"`
	MultiValued     bool          `json:"multiValued"`
	Description     string        `json:"description"`
	Required        bool          `json:"required"`
	CanonicalValues []string      `json:"canonicalValues,omitempty"`
	CaseExact       bool          `json:"caseExact"`
	Mutability      string        `json:"mutability"`
	Returned        string        `json:"returned"`
	Uniqueness      string        `json:"uniqueness"`
	ReferenceTypes  []string      `json:"referenceTypes,omitempty"`
	SubAttributes   []attribute   `json:"subAttributes,omitempty"`
}

// resourceType is a kind of resource with its attributes.
type resourceType struct {
	name        string
	endpoint    string
	schema      string
	description string
	attributes  []attribute // without the common ones
	// ignored are attributes of RFC 7643 that are accepted and not stored.
	ignored []string
}

// text returns a text attribute that clients can change.
func text(name, description string) attribute {
	return attribute{
		Name: name, Type: stringType, Description: description, Mutability: readWrite, Returned: "default", Uniqueness: uniqueNone,
	}
}

func (a attribute) with(change func(*attribute)) attribute {
	change(&a)
	return a
}

func asReadOnly(a *attribute)  { a.Mutability = readOnly }
func asImmutable(a *attribute) { a.Mutability = immutable }
func asRequired(a *attribute)  { a.Required = true }
func asExact(a *attribute)     { a.CaseExact = true }
func asList(a *attribute)      { a.MultiValued = true }
func asBoolean(a *attribute)   { a.Type = booleanType }

func asReference(to string) func(*attribute) {
	return func(a *attribute) { a.Type, a.CaseExact, a.ReferenceTypes = referenceType, true, []string{to} }
}

func of(parts ...attribute) func(*attribute) {
	return func(a *attribute) { a.Type, a.SubAttributes = complexType, parts }
}

// commonAttributes belong to every resource. Schemas do not list them.
func commonAttributes() []attribute {
	return []attribute{
		{Name: "schemas", Type: referenceType, MultiValued: true, CaseExact: true, Mutability: readOnly, Returned: "always"},
		{Name: "id", Type: stringType, CaseExact: true, Mutability: readOnly, Returned: "always"},
		text("externalId", "The id of the resource at the provider.").with(asExact),
		text("meta", "").with(asReadOnly).with(of(
			text("resourceType", "").with(asReadOnly).with(asExact),
			attribute{Name: "created", Type: dateTimeType, Mutability: readOnly},
			attribute{Name: "lastModified", Type: dateTimeType, Mutability: readOnly},
			text("location", "").with(asReadOnly).with(asExact),
			text("version", "").with(asReadOnly).with(asExact),
		)),
	}
}

var userType = resourceType{
	name: "User", endpoint: "/Users", schema: userSchema, description: "A user of the organization.",
	attributes: []attribute{
		text("userName", "The name of the user at the provider, usually the e-mail address.").with(asRequired).
			with(func(a *attribute) { a.Uniqueness = uniqueServer }),
		text("name", "The name of the person.").with(of(
			text("formatted", "The full name."),
			text("givenName", "The first name."),
			text("familyName", "The last name."),
		)),
		text("displayName", "The name to show."),
		text("active", "false revokes the sessions and access tokens of the user; a new user is active if it is absent.").with(asBoolean).with(asRequired),
		text("emails", "The addresses. The primary one identifies the user at a single sign-on; without addresses userName must be one.").
			with(asRequired).with(asList).with(of(
			text("value", "The address.").with(asRequired),
			text("type", "The kind of address.").with(func(a *attribute) { a.CanonicalValues = []string{"work", "home", "other"} }),
			text("primary", "true for the address that identifies the user.").with(asBoolean),
		)),
		text("groups", "The groups of the user. Change the members of groups instead.").with(asReadOnly).with(asList).with(of(
			text("value", "The id of the group.").with(asReadOnly).with(asExact),
			text("$ref", "The address of the group.").with(asReadOnly).with(asReference("Group")),
			text("display", "The name of the group.").with(asReadOnly),
		)),
	},
	ignored: []string{
		"nickName", "profileUrl", "title", "userType", "preferredLanguage", "locale", "timezone", "password", "phoneNumbers", "ims", "photos",
		"addresses", "entitlements", "roles", "x509Certificates",
	},
}

var groupType = resourceType{
	name: "Group", endpoint: "/Groups", schema: groupSchema, description: "A group of users at the provider.",
	attributes: []attribute{
		text("displayName", "The name of the group, which groupRoles of single sign-on may map to a role.").with(asRequired),
		text("members", "The users in the group.").with(asList).with(of(
			text("value", "The id of the user.").with(asImmutable).with(asRequired).with(asExact),
			text("$ref", "The address of the user.").with(asImmutable).with(asReference("User")),
			text("type", "The type of the member: User.").with(asImmutable).with(func(a *attribute) { a.CanonicalValues = []string{"User"} }),
			text("display", "The e-mail address of the user.").with(asReadOnly),
		)),
	},
}

// all returns the attributes of a resource with the common ones.
func (t *resourceType) all() []attribute { return append(commonAttributes(), t.attributes...) }

// find returns the attribute with a name, in any case; nil if there is none.
func find(attributes []attribute, name string) *attribute {
	at := slices.IndexFunc(attributes, func(a attribute) bool { return strings.EqualFold(a.Name, name) })
	if at < 0 {
		return nil
	}
	return &attributes[at]
}

// ignores reports whether an attribute is accepted and not stored.
func (t *resourceType) ignores(name string) bool {
	return slices.ContainsFunc(t.ignored, func(ignored string) bool { return strings.EqualFold(ignored, name) })
}
