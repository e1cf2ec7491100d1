package compat_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// timePattern matches a time on the wire: UTC, milliseconds, Z.
var timePattern = regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$`)

// enumValues returns the values that a field may have wherever it occurs. Clients fail on any other.
func enumValues(field string) []string {
	switch field {
	case "runStatus":
		return []string{"waitingToRun", "running", "completed", "failed", "canceled"}
	case "runType":
		return []string{"deploy", "refresh"}
	case "runState":
		return []string{"waiting", "running", "complete", "failed", "skipped", "canceled"}
	case "organizationRole", "orgRole":
		return []string{"organizationAdministrator", "organizationContributor", "organizationMember"}
	case "projectRole":
		return []string{"projectAdministrator", "projectArchitect", "projectContributor", "projectMember", ""}
	case "environmentRole":
		return []string{"environmentAdministrator", "environmentReader", ""}
	default:
		return nil
	}
}

// environmentStates are the states of an environment or a workspace.
func environmentStates() []string {
	return []string{
		"Initializing", "Waiting", "Deploying", "Failed Deploy", "Refreshing", "Failed Refresh", "Running Dev Run", "Failed Dev Run", "Deleting",
	}
}

// wrongOnTheWire returns what would break a client in a body, whatever the document says of it.
func wrongOnTheWire(body []byte) []string {
	var value any
	if len(body) == 0 {
		return nil
	}
	if err := json.Unmarshal(body, &value); err != nil {
		return []string{"not JSON: " + err.Error()}
	}
	return wrongIn("", value)
}

// wrongIn checks a value. Parameters and configurations contain the user's own values.
func wrongIn(field string, value any) []string {
	var wrong []string
	switch value := value.(type) {
	case map[string]any:
		if slices.Contains([]string{"runTimeParameters", "parameters", "config"}, field) {
			return nil
		}
		for name, inside := range value {
			wrong = append(wrong, wrongIn(name, inside)...)
		}
	case []any:
		for _, element := range value {
			wrong = append(wrong, wrongIn(field, element)...)
		}
	case string:
		if known := enumValues(field); known != nil && !slices.Contains(known, value) {
			wrong = append(wrong, fmt.Sprintf("%s is %q", field, value))
		}
		if (strings.HasSuffix(field, "Time") || strings.HasSuffix(field, "At")) && !timePattern.MatchString(value) {
			wrong = append(wrong, fmt.Sprintf("%s is %q, want a time with milliseconds and Z", field, value))
		}
	case nil:
		if field == "data" {
			wrong = append(wrong, "data is null")
		}
	}
	return wrong
}
