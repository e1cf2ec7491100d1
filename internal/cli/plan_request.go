package cli

import (
	"bytes"
	"context"
	"encoding/json"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
	"github.com/millrace/millrace/internal/fault"
)

// planRequest is a request for a plan of a project that the server has or of one that is uploaded.
type planRequest struct {
	environment string
	named       api.PlanRequest
	archive     []byte // nil if the server has the project
	query       api.CreatePlanParams
	message     string
	parameters  json.RawMessage // nil to use those of the environment
	merge       bool            // merge parameters into those of the environment
}

// madePlan is a plan with the bytes that the server sent.
type madePlan struct {
	plan api.Plan
	raw  []byte
}

// request builds the request from the flags.
func (f *planFlags) request(command *cobra.Command, args []string) (planRequest, error) {
	r := planRequest{environment: f.environment, message: f.message}
	parameters, merge, err := f.read()
	if err != nil {
		return r, err
	}
	r.parameters, r.merge = parameters, merge
	r.query = api.CreatePlanParams{
		IncludeNodesSelector: given(f.include), ExcludeNodesSelector: given(f.exclude),
		AllowInvalid: givenFlag(f.allowInvalid), AllowOtherPlatform: givenFlag(f.allowOtherPlatform),
	}
	if f.commit+f.workspace+f.deployment == "" {
		r.archive, err = packProject(firstOf(args))
		return r, err
	}
	if len(args) > 0 {
		return r, &usageError{
			err:     fault.New(fault.Invalid, "a folder cannot be used together with --commit, --workspace or --deployment"),
			command: command.CommandPath(),
		}
	}
	r.named = api.PlanRequest{
		Commit: given(f.commit), WorkspaceID: given(api.ID(f.workspace)), Deployment: given(api.ID(f.deployment)),
		IncludeNodesSelector: given(f.include), ExcludeNodesSelector: given(f.exclude),
		AllowInvalid: given(f.allowInvalid), AllowOtherPlatform: given(f.allowOtherPlatform),
	}
	return r, nil
}

// givenFlag returns a flag of a query, nil if it is not set.
func givenFlag(isSet bool) *string {
	if !isSet {
		return nil
	}
	return new("true")
}

// send creates the plan.
func (r planRequest) send(ctx context.Context, server *client.Client) (madePlan, error) {
	if r.merge && r.parameters != nil {
		if err := r.overlay(ctx, server); err != nil {
			return madePlan{}, err
		}
	}
	var response client.Response
	made, err := r.create(ctx, server, &response)
	if err != nil {
		return madePlan{}, err
	}
	return madePlan{*made, response.Body}, nil
}

func (r planRequest) create(ctx context.Context, server *client.Client, response *client.Response) (*api.Plan, error) {
	if r.archive == nil {
		if r.parameters != nil {
			r.named.Parameters = &r.parameters
		}
		return server.CreatePlan(ctx, r.environment, nil, r.named, client.CaptureResponse(response))
	}
	query := r.query
	query.Message, query.Parameters = given(r.message), given(string(r.parameters))
	archive := client.Archive{ContentType: "application/zip", Content: bytes.NewReader(r.archive)}
	return server.CreatePlanFromArchive(ctx, r.environment, &query, archive, client.CaptureResponse(response))
}

// overlay merges single parameters into those of the environment.
func (r *planRequest) overlay(ctx context.Context, server *client.Client) error {
	found, err := server.GetEnvironment(ctx, r.environment)
	if err != nil {
		return err
	}
	object := map[string]json.RawMessage{}
	for _, layer := range []json.RawMessage{found.RunTimeParameters, r.parameters} {
		if len(layer) > 0 && json.Unmarshal(layer, &object) != nil {
			return notMillraceFault()
		}
	}
	r.parameters, err = json.Marshal(object)
	return err
}
