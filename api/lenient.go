package api

// lenient is the body of an operation that existing clients call. They send more fields than the API defines, so
// unknown fields are ignored. All other bodies reject unknown fields.
type lenient interface{ ignoresUnknownFields() }

func (*EnvironmentCreate) ignoresUnknownFields()             {}
func (*EnvironmentUpdate) ignoresUnknownFields()             {}
func (*NodeCreate) ignoresUnknownFields()                    {}
func (*JobWrite) ignoresUnknownFields()                      {}
func (*SubgraphWrite) ignoresUnknownFields()                 {}
func (*ProjectCreate) ignoresUnknownFields()                 {}
func (*ProjectUpdate) ignoresUnknownFields()                 {}
func (*LinkGitAccountJSONRequestBody) ignoresUnknownFields() {}
func (*GitAccountCreate) ignoresUnknownFields()              {}
func (*GitAccountUpdate) ignoresUnknownFields()              {}
func (*OrganizationRoleWrite) ignoresUnknownFields()         {}
func (*ProjectRoleWrite) ignoresUnknownFields()              {}
func (*EnvironmentRoleWrite) ignoresUnknownFields()          {}

// unchecked is a lenient body whose fields have aliases, so the handler checks for missing fields.
type unchecked interface{ isUnchecked() }

func (*StartRun) isUnchecked()  {}
func (*Rerun) isUnchecked()     {}
func (*CancelRun) isUnchecked() {}

// isLenient reports whether existing clients send the body.
func isLenient(body any) bool {
	_, ignoresUnknown := body.(lenient)
	_, isUnchecked := body.(unchecked)
	return ignoresUnknown || isUnchecked
}
