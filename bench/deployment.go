package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/deploy"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/run"
)

// deployment is a project that is deployed in an environment of a platform at work.
type deployment struct {
	admin       admin
	environment string
}

// bringIn makes an environment and brings a project into it: its objects are made and filled once. An empty folder leaves
// the data where the platform keeps it.
func bringIn(ctx context.Context, p *platform, c admin, s scene, folder string) (*deployment, error) {
	project, err := newProject(ctx, c.ClientWithResponses)
	if err != nil {
		return nil, err
	}
	wanted := api.EnvironmentCreate{Project: api.ID(project), Name: "Bench"}
	if folder != "" {
		if wanted.Connection, err = newConnection(ctx, c, folder); err != nil {
			return nil, err
		}
	}
	mappings := api.Mappings{}
	for location, mapping := range s.mappings {
		mappings[location] = api.Mapping{Database: mapping.Database, Schema: mapping.Schema}
	}
	wanted.Mappings = &mappings
	made, err := c.CreateEnvironmentWithResponse(ctx, wanted)
	if err != nil {
		return nil, err
	}
	if made.JSON201 == nil {
		return nil, errors.New(strings.TrimSpace(string(made.Body)))
	}
	return &deployment{admin: c, environment: made.JSON201.ID}, install(ctx, p, c, made.JSON201.ID, s)
}

func install(ctx context.Context, p *platform, c admin, environment string, s scene) error {
	id, ok := ids.ParseNumber[ids.Environment](environment)
	if !ok {
		return fmt.Errorf("the environment's id is %q", environment)
	}
	return p.app.Install(ctx, c.organization, deploy.PlanRequest{Environment: id, Files: s.files, Message: "Bench"})
}

func newConnection(ctx context.Context, c admin, folder string) (*api.IDInput, error) {
	made, err := c.CreateConnectionWithResponse(ctx, api.ConnectionCreate{
		Name: "Bench", PlatformKind: api.Duckdb, Settings: &map[string]any{"path": folder},
	})
	if err != nil {
		return nil, err
	}
	if made.JSON201 == nil {
		return nil, errors.New(strings.TrimSpace(string(made.Body)))
	}
	id := api.ID(made.JSON201.ID)
	return &id, nil
}

// start starts a refresh of the environment.
func (d *deployment) start(ctx context.Context, atOnce int) (int64, error) {
	body := fmt.Sprintf(`{"runDetails": {"environmentID": %q, "parallelism": %d}}`, d.environment, atOnce)
	answer, err := d.admin.StartRunWithBodyWithResponse(ctx, "application/json", strings.NewReader(body))
	if err != nil {
		return 0, err
	}
	if answer.JSON200 == nil {
		return 0, errors.New(strings.TrimSpace(string(answer.Body)))
	}
	return answer.JSON200.RunCounter, nil
}

// wait waits until a run is over. One that did not complete is an error.
func (d *deployment) wait(ctx context.Context, number int64) error {
	counter := strconv.FormatInt(number, 10)
	for {
		answer, err := d.admin.GetRunStatusWithResponse(ctx, &api.GetRunStatusParams{RunCounter: &counter})
		if err != nil {
			return err
		}
		if answer.JSON200 == nil {
			return errors.New(strings.TrimSpace(string(answer.Body)))
		}
		switch status := run.Status(answer.JSON200.RunStatus.MustGet()); {
		case status == run.Completed:
			return nil
		case status.IsOver():
			return fmt.Errorf("run %d is %s", number, status)
		}
		time.Sleep(100 * time.Millisecond) // to look costs processor time, and the end is taken from the record
	}
}

// refresh does the whole work: from the request to the end of the run, by the run's own record. So it costs nothing to
// look seldom.
func (d *deployment) refresh(ctx context.Context, atOnce int) (ended time.Time, err error) {
	number, err := d.start(ctx, atOnce)
	if err != nil {
		return ended, err
	}
	if err := d.wait(ctx, number); err != nil {
		return ended, err
	}
	answer, err := d.admin.GetRunWithResponse(ctx, strconv.FormatInt(number, 10))
	if err != nil {
		return ended, err
	}
	if answer.JSON200 == nil || answer.JSON200.RunEndTime == nil {
		return ended, errors.New(strings.TrimSpace(string(answer.Body)))
	}
	return time.Parse(time.RFC3339, *answer.JSON200.RunEndTime)
}

// makePlan plans to deploy an archive and gives the id of the plan.
func (d *deployment) makePlan(ctx context.Context, archive []byte) (string, error) {
	answer, err := d.admin.CreatePlanWithBodyWithResponse(ctx, d.environment, nil, "application/zip", bytes.NewReader(archive))
	if err != nil {
		return "", err
	}
	if answer.JSON201 == nil {
		return "", errors.New(strings.TrimSpace(string(answer.Body)))
	}
	return answer.JSON201.ID, nil
}

// deployArchive plans and deploys an archive, and waits until it is done.
func (d *deployment) deployArchive(ctx context.Context, archive []byte) error {
	plan, err := d.makePlan(ctx, archive)
	if err != nil {
		return err
	}
	answer, err := d.admin.DeployPlanWithResponse(ctx, plan, api.DeployRequest{})
	if err != nil {
		return err
	}
	if answer.JSON200 == nil {
		return errors.New(strings.TrimSpace(string(answer.Body)))
	}
	return d.wait(ctx, answer.JSON200.RunCounter)
}
