package api

// forgiving is the body of an operation that clients in the world already call. They send more fields than the interface
// has, and those are passed over; in every other body a field that nobody knows is refused.
type forgiving interface{ passesOverUnknownFields() }

func (*EnvironmentCreate) passesOverUnknownFields()             {}
func (*EnvironmentUpdate) passesOverUnknownFields()             {}
func (*NodeCreate) passesOverUnknownFields()                    {}
func (*JobWrite) passesOverUnknownFields()                      {}
func (*SubgraphWrite) passesOverUnknownFields()                 {}
func (*ProjectCreate) passesOverUnknownFields()                 {}
func (*ProjectUpdate) passesOverUnknownFields()                 {}
func (*LinkGitAccountJSONRequestBody) passesOverUnknownFields() {}
func (*GitAccountCreate) passesOverUnknownFields()              {}
func (*GitAccountUpdate) passesOverUnknownFields()              {}
func (*OrganizationRoleWrite) passesOverUnknownFields()         {}
func (*ProjectRoleWrite) passesOverUnknownFields()              {}
func (*EnvironmentRoleWrite) passesOverUnknownFields()          {}

// unchecked is a forgiving body whose fields have several names each, so that what is missing is for its handler to say.
type unchecked interface{ isUnchecked() }

func (*StartRun) isUnchecked()  {}
func (*Rerun) isUnchecked()     {}
func (*CancelRun) isUnchecked() {}

// isForgiving reports whether clients in the world already send the body, one way or the other.
func isForgiving(body any) bool {
	_, passesOver := body.(forgiving)
	_, isUnchecked := body.(unchecked)
	return passesOver || isUnchecked
}
