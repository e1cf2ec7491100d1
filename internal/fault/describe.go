package fault

// Description says what a kind of fault means and what to do about it.
type Description struct {
	Kind    Kind   `json:"kind"`
	Meaning string `json:"meaning"`
	Action  string `json:"action"`
}

// Describe describes all kinds. A test compares it with the kinds that exist.
func Describe() []Description {
	return []Description{
		{Invalid, "The request or the command line is wrong.", "Change it as the message says. A repetition fails again."},
		{Unauthenticated, "There is no token, session or password, or it is not valid.", "Sign in again: `millrace login`. Tokens end when their user changes the password or the e-mail address, or is disabled."},
		{Forbidden, "You are signed in, and your role does not allow this.", "Ask an administrator of the organization, project or environment for the role that the message names."},
		{NotFound, "The object does not exist, or you may not see it.", "Check the id. Lists show what you can see."},
		{Conflict, "The request is valid, and not possible in the current state: for example another change was first.", "Read the object again and decide. A plan that is out of date is planned again."},
		{Limit, "Too many requests, or something is too large.", "Wait as long as `Retry-After` says, or send less at once. The operator can raise the limit; see [configuration](configuration.md)."},
		{Full, "A disk has no space left.", "Free space, or make the disk larger. Reading, canceling and deleting work meanwhile. `millrace doctor` shows the free space."},
		{Unavailable, "A server or a database cannot be reached, or did not respond in time.", "Check that it runs and that this machine reaches it, then try again. `millrace doctor` checks the server."},
		{Unsupported, "The operation is part of the API, and this version does not have it.", "Use the operation that the message names, or upgrade."},
		{Canceled, "The request or the command was canceled.", "Start it again if that was not intended."},
		{Internal, "An error in Millrace.", "Report it with the `requestID` and the lines of the server log with the same id."},
	}
}
