package audit

import (
	"encoding/json"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/ids"
)

// Kind is the kind of an object that a write changes.
type Kind string

// The kinds of objects, as the API names them.
const (
	Organization Kind = "organization"
	User         Kind = "user"
	Role         Kind = "role"
	Token        Kind = "token"
	Session      Kind = "session"
	Group        Kind = "group" // of users at an identity provider
	SCIMToken    Kind = "scimToken"
	Project      Kind = "project"
	Workspace    Kind = "workspace"
	Branch       Kind = "branch"
	HostKey      Kind = "hostKey"
	Environment  Kind = "environment"
	Connection   Kind = "connection"
	GitAccount   Kind = "gitAccount"
	Plan         Kind = "plan"
	Run          Kind = "run"
	Schedule     Kind = "schedule"
	Webhook      Kind = "webhook"
	Log          Kind = "auditLog"

	IdentityProvider Kind = "identityProvider"
	ServerKey        Kind = "serverKey"
	SignInPolicy     Kind = "signInPolicy"
)

// Verb is what a write does to an object.
type Verb string

// The verbs.
const (
	Create   Verb = "create"
	Update   Verb = "update"
	Delete   Verb = "delete"
	Edit     Verb = "edit"   // files of a workspace
	Start    Verb = "start"  // a run
	Cancel   Verb = "cancel" // a run
	Set      Verb = "set"    // a role
	Unset    Verb = "unset"
	Link     Verb = "link" // a git account with a project
	Unlink   Verb = "unlink"
	Move     Verb = "move" // a branch to another commit
	Trust    Verb = "trust"
	Fire     Verb = "fire" // a schedule
	Test     Verb = "test" // a webhook
	Replay   Verb = "replay"
	Revoke   Verb = "revoke"
	SignIn   Verb = "signIn"
	SignOut  Verb = "signOut"
	Confirm  Verb = "confirmPassword" // before a sensitive change
	Password Verb = "setPassword"
	Invite   Verb = "invite"          // a user, with a link for choosing a password
	Reset    Verb = "resetPassword"   // with a link of an administrator
	Recover  Verb = "recoverPassword" // with a link that somebody requested on the sign-in page
	Prune    Verb = "prune"           // old entries of the audit log
	Rotate   Verb = "rotate"          // the server's key
	Use      Verb = "use"             // a token

	BeginSignIn   Verb = "beginSignIn" // the password was right, and the code of the second factor is missing
	BeginFactor   Verb = "beginSecondFactor"
	SetFactor     Verb = "setSecondFactor"
	UnsetFactor   Verb = "unsetSecondFactor"
	RecoveryCodes Verb = "setRecoveryCodes"
)

// Action names a write: the kind of its object and the verb, such as environment.update.
type Action string

// ActionOf returns the action of a verb on a kind.
func ActionOf(kind Kind, verb Verb) Action { return Action(string(kind) + "." + string(verb)) }

// Object is what a write changes.
type Object struct {
	Kind Kind
	ID   string
	Name string // at the time of the write
	// Project and Environment are those that the object belongs to; users who can see them can see the entry. Environment may
	// be the number of a workspace.
	Project     ids.Project
	Environment ids.Environment
}

// Result says whether a write happened.
type Result string

// The results.
const (
	Done    Result = "ok"
	Refused Result = "refused"
)

// Subject is the user who writes, and the credential of the request. The zero value is the server itself.
type Subject struct {
	User       ids.User
	Email      string
	Credential CredentialKind
	// CredentialID is the id of the token or session, never its secret.
	CredentialID string
	Origin       account.Origin
}

// CredentialKind is the kind of credential of a request.
type CredentialKind string

// The kinds of credentials. A sign-in has the kind password, identityProvider or passwordLink, and the server itself has none.
const (
	BySCIM     CredentialKind = "scim"
	ByToken    CredentialKind = "token"
	BySession  CredentialKind = "session"
	ByPassword CredentialKind = "password"
	ByProvider CredentialKind = "identityProvider"
	ByLink     CredentialKind = "passwordLink"
)

// SubjectOf returns an actor as an entry records it.
func SubjectOf(actor account.Actor) Subject {
	if actor.Credential.IsSystem() && actor.Origin == (account.Origin{}) {
		return Subject{} // the server acts for the user
	}
	subject := Subject{User: actor.User, Email: actor.Email, Origin: actor.Origin}
	switch {
	case actor.Credential.SCIM != "": // the provider of the organization, which is no user
		subject.User, subject.Credential, subject.CredentialID = ids.User(BySCIM), BySCIM, string(actor.Credential.SCIM)
	case actor.Credential.Session != "":
		subject.Credential, subject.CredentialID = BySession, string(actor.Credential.Session)
	case actor.Credential.Token != "":
		subject.Credential, subject.CredentialID = ByToken, string(actor.Credential.Token)
	}
	return subject
}

// Entry is one entry of the audit log. A write transaction starts with an entry from On, completes its object and its
// changes, and appends it to the chain of its organization.
type Entry struct {
	Organization ids.Organization
	Sequence     int64 // from 1 in each organization, without gaps
	At           time.Time
	By           Subject
	Action       Action
	Object       Object
	Changes      []Change
	Result       Result
	Reason       string // of a refusal
	Hash         []byte // of the entry and of all entries before it
	stored       string // the changes as they are stored; empty for a new entry
}

// SetStored sets the changes of an entry that was read. A text that is no list of changes is kept for the hash, which then
// does not match.
func (e *Entry) SetStored(changes string) {
	e.stored, e.Changes = changes, nil
	_ = json.Unmarshal([]byte(changes), &e.Changes) // see above
}

// StoredChanges returns the changes as they are stored.
func (e *Entry) StoredChanges() string {
	if e.stored != "" {
		return e.stored
	}
	return EncodeChanges(e.Changes)
}

// On returns the entry of a write: a verb on an object. Names of branches and hosts are ids too, and an index limits their length.
func On(verb Verb, kind Kind, id string) Entry {
	return Entry{Action: ActionOf(kind, verb), Object: Object{Kind: kind, ID: Shorten(id)}, Result: Done}
}

// In sets the project and the environment that the object belongs to.
func (e Entry) In(project ids.Project, environment ids.Environment) Entry {
	e.Object.Project, e.Object.Environment = project, environment
	return e
}

// Refuse makes the entry one of a write that was refused. Nothing has changed.
func (e Entry) Refuse(reason string) Entry {
	e.Result, e.Reason, e.Changes = Refused, Shorten(reason), nil
	return e
}
