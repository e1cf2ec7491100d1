package main

import (
	"bytes"
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
	"github.com/millrace/millrace/internal/run"
)

// deployment is a project that is deployed to an environment of a running platform.
type deployment struct {
	admin       admin
	environment string
}

// newDeployment creates an environment, deploys a project to it and loads it once. An empty folder leaves the data in
// the platform's own data folder.
func newDeployment(ctx context.Context, c admin, s plannedProject, folder string) (*deployment, error) {
	project, err := newProject(ctx, c.Client)
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
	created, err := c.CreateEnvironment(ctx, wanted)
	if err != nil {
		return nil, err
	}
	d := &deployment{admin: c, environment: created.ID}
	return d, d.install(ctx, s)
}

// install deploys a project and loads it once.
func (d *deployment) install(ctx context.Context, s plannedProject) error {
	archive, err := zipFiles(s.files)
	if err != nil {
		return err
	}
	if err := d.deployArchive(ctx, archive); err != nil {
		return err
	}
	_, err = d.refresh(ctx)
	return err
}

func newConnection(ctx context.Context, c admin, folder string) (*api.IDInput, error) {
	created, err := c.CreateConnection(ctx, api.ConnectionCreate{
		Name: "Bench", PlatformKind: api.Duckdb, Settings: &map[string]any{"path": folder, "memoryLimit": warehouseMemory},
	})
	if err != nil {
		return nil, err
	}
	id := api.ID(created.ID)
	return &id, nil
}

// start starts a refresh of the environment.
func (d *deployment) start(ctx context.Context, atOnce int) (int64, error) {
	var body api.StartRun
	body.RunDetails.EnvironmentID, body.RunDetails.Parallelism = api.ID(d.environment), &atOnce
	started, err := d.admin.StartRun(ctx, body)
	if err != nil {
		return 0, err
	}
	return started.RunCounter, nil
}

// wait waits until a run has ended. It returns an error if the run did not complete.
func (d *deployment) wait(ctx context.Context, number int64) error {
	counter := strconv.FormatInt(number, 10)
	for {
		answer, err := d.admin.GetRunStatus(ctx, &api.GetRunStatusParams{RunCounter: &counter})
		if err != nil {
			return err
		}
		switch status := run.Status(answer.RunStatus.MustGet()); {
		case status == run.Completed:
			return nil
		case status.IsOver():
			return fmt.Errorf("run %d is %s", number, status)
		}
		time.Sleep(100 * time.Millisecond) // each poll costs CPU time; the end time comes from the run's record
	}
}

// refresh runs a refresh and returns how long it took, from the request to the end of the run. The end comes from the
// run's record, so rare polls do not change the measurement.
func (d *deployment) refresh(ctx context.Context) (seconds float64, err error) {
	began := time.Now()
	number, err := d.start(ctx, atOnce)
	if err != nil {
		return 0, err
	}
	if err := d.wait(ctx, number); err != nil {
		return 0, err
	}
	found, err := d.admin.GetRun(ctx, strconv.FormatInt(number, 10))
	if err != nil {
		return 0, err
	}
	if found.RunEndTime == nil {
		return 0, fmt.Errorf("run %d has no end time", number)
	}
	ended, err := time.Parse(time.RFC3339, *found.RunEndTime)
	return ended.Sub(began).Seconds(), err
}

// makePlan uploads an archive, plans its deployment and returns the id of the plan.
func (d *deployment) makePlan(ctx context.Context, archive []byte) (string, error) {
	created, err := d.admin.CreatePlanFromArchive(ctx, d.environment, nil, client.Archive{ContentType: "application/zip", Content: bytes.NewReader(archive)})
	if err != nil {
		return "", err
	}
	return created.ID, nil
}

// deployArchive plans and deploys an archive, and waits until the deployment has ended.
func (d *deployment) deployArchive(ctx context.Context, archive []byte) error {
	plan, err := d.makePlan(ctx, archive)
	if err != nil {
		return err
	}
	started, err := d.admin.DeployPlan(ctx, plan, api.DeployRequest{})
	if err != nil {
		return err
	}
	return d.wait(ctx, started.RunCounter)
}
