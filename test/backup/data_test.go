package backup_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
	"github.com/millrace/millrace/internal/backup"
)

// project returns the files of a project: a table that only grows by one row in each run, and a chain behind it that takes a
// while.
func projectFiles(nodes int) map[string]string {
	files := map[string]string{
		"data.yml":      "fileVersion: 3\nplatformKind: duckdb\n",
		"locations.yml": "fileVersion: 1\nlocations:\n  - CORE\n",
		"nodes/CORE-LOG.sql": "@id(\"00000000-0000-4000-8000-000000000000\")\n@nodeType(\"Fact\")\n" +
			"SELECT '{{ parameters.token }}' AS token\n",
	}
	for i := 1; i <= nodes; i++ {
		above := fmt.Sprintf("SELECT count(*) AS n FROM {{ ref('CORE', 'N%d') }} AS a, range(2000000) AS s(i) WHERE s.i %% 7 = 3", i-1)
		if i == 1 {
			above = "SELECT count(*) AS n FROM {{ ref('CORE', 'LOG') }} AS a"
		}
		files[fmt.Sprintf("nodes/CORE-N%d.sql", i)] = fmt.Sprintf("@id(\"00000000-0000-4000-8000-%012d\")\n@nodeType(\"Stage\")\n%s\n", i, above)
	}
	return files
}

// deployProject deploys a project to a new environment.
func deployProject(t *testing.T, c *client.Client, files map[string]string) (environment string) {
	t.Helper()
	created, err := c.CreateEnvironment(t.Context(), api.EnvironmentCreate{Project: api.ID(newProject(t, c)), Name: "Production"})
	if err != nil {
		t.Fatal(err)
	}
	var packed bytes.Buffer
	archive := zip.NewWriter(&packed)
	for name, content := range files {
		file, err := archive.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := file.Write([]byte(content)); err != nil {
			t.Fatal(err)
		}
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	plan, err := c.CreatePlanFromArchive(t.Context(), created.ID, nil, client.Archive{ContentType: "application/zip", Content: &packed})
	if err != nil {
		t.Fatal(err)
	}
	deployed, err := c.DeployPlan(t.Context(), plan.ID, api.DeployRequest{})
	if err != nil {
		t.Fatal(err)
	}
	awaitRun(t, c, deployed.RunCounter)
	return created.ID
}

func startRun(t *testing.T, c *client.Client, environment, token string) int64 {
	t.Helper()
	parameters := json.RawMessage(fmt.Sprintf(`{"token": %q}`, token))
	var body api.StartRun
	body.RunDetails.EnvironmentID = api.IDInput(environment)
	body.Parameters = &parameters
	started, err := c.StartRun(t.Context(), body)
	if err != nil {
		t.Fatal(err)
	}
	return started.RunCounter
}

// awaitRun waits until a run has completed.
func awaitRun(t *testing.T, c *client.Client, id int64) {
	t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		found, err := c.GetRun(t.Context(), fmt.Sprint(id))
		if err != nil {
			t.Fatal(err)
		}
		switch status := string(found.RunStatus); status {
		case "completed":
			return
		case "failed", "canceled":
			t.Fatalf("run %d is %s", id, status)
		}
	}
	t.Fatalf("run %d did not end", id)
}

// firstNode waits until the first node of a run is complete.
func firstNode(t *testing.T, c *client.Client, id int64) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		results, err := c.GetRunResults(t.Context(), fmt.Sprint(id))
		if err != nil {
			t.Fatal(err)
		}
		for _, node := range results.Data {
			if node.Name == "LOG" && node.RunState == "complete" {
				return
			}
		}
	}
	t.Fatalf("run %d completed no node", id)
}

// A backup with data that is made while runs are in progress, and one of a killed server: both restore to a server on
// another place that continues the runs. Every run has added its row exactly once.
func TestInterruptedRunsResumeAfterRestore(t *testing.T) {
	t.Parallel()
	for name, newPlace := range deployments() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			source := newPlace(t)
			s := source.start(t)
			c, token := s.signIn(t)
			environment := deployProject(t, c, projectFiles(30))
			awaitRun(t, c, startRun(t, c, environment, "before"))
			interrupted := startRun(t, c, environment, "interrupted")
			firstNode(t, c, interrupted)

			folder := t.TempDir()
			running := filepath.Join(folder, "running.tar.gz")
			report := succeed[backupReport](t, append([]string{"backup", running, "--with-data", "--with-key"}, source.place()...)...)
			if report.DataFiles == 0 || !report.HasKey {
				t.Errorf("the report is %+v", report)
			}
			awaitRun(t, c, interrupted) // the pause has not hurt it
			again := startRun(t, c, environment, "killed")
			firstNode(t, c, again)
			s.kill()
			killed := filepath.Join(folder, "killed.tar.gz")
			succeed[backupReport](t, append([]string{"backup", killed, "--with-data", "--with-key"}, source.place()...)...)

			for file, want := range map[string]struct {
				run    int64
				tokens []string
			}{running: {interrupted, []string{"before", "interrupted"}}, killed: {again, []string{"before", "interrupted", "killed"}}} {
				target := newPlace(t)
				if report := succeed[restoreReport](t, append([]string{"restore", file}, target.place()...)...); !report.HasKey {
					t.Errorf("the key is not restored: %+v", report)
				}
				s := target.start(t)
				restored := s.with(t, token)
				awaitRun(t, restored, want.run)
				organization := organizationOf(t, restored)
				s.kill() // one process can open the file
				wantTokens(t, target, organization, environment, want.tokens)
			}
		})
	}
}

// organizationOf returns the organization of a client.
func organizationOf(t *testing.T, c *client.Client) string {
	t.Helper()
	me, err := c.GetMe(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return me.Organization.ID
}

// wantTokens reads the rows that runs have added, in the DuckDB file of the environment. No server may have it open.
func wantTokens(t *testing.T, at deployment, organization, environment string, want []string) {
	t.Helper()
	got := readTokens(t, filepath.Join(at.folder, "duckdb", organization), organization, environment)
	if len(got) != len(want) {
		t.Errorf("the rows are of %v, want %v", got, want)
	}
	for _, token := range want {
		if got[token] != 1 {
			t.Errorf("run %q added its row %d times, want 1", token, got[token])
		}
	}
}

// A backup that is killed leaves no file, or a complete one.
func TestKilledBackupLeavesNoFile(t *testing.T) {
	t.Parallel()
	source := deployment{folder: t.TempDir()}
	s := source.start(t)
	c, _ := s.signIn(t)
	project := newProject(t, c)
	w := &writes{acks: map[string]time.Time{}}
	stop := make(chan struct{})
	var writers sync.WaitGroup
	writers.Go(func() { w.create(t, c, project, "w", stop) })
	// A file of random bytes makes the backup take a while.
	data := filepath.Join(source.folder, "duckdb", "o")
	if err := os.MkdirAll(data, 0o700); err != nil {
		t.Fatal(err)
	}
	writeLarge(t, filepath.Join(data, "large.csv"), 64<<20)
	folder := t.TempDir()
	interrupted := 0
	for i := range 8 {
		file := filepath.Join(folder, fmt.Sprintf("b%d.tar.gz", i))
		backing := command(append([]string{"backup", file, "--with-data"}, source.place()...)...)
		if err := backing.Start(); err != nil {
			t.Fatal(err)
		}
		awaitPartial(t, folder, file, int64(i)<<20)
		_ = backing.Process.Kill()
		if backing.Wait() != nil {
			interrupted++
		}
		checkComplete(t, file)
	}
	if interrupted == 0 {
		t.Error("no backup was interrupted")
	}
	close(stop)
	writers.Wait()
	// The server has noticed that the last one is gone, and goes on.
	environment := deployProject(t, c, projectFiles(1))
	awaitRun(t, c, startRun(t, c, environment, "after"))
	succeed[backupReport](t, append([]string{"backup", filepath.Join(folder, "last.tar.gz"), "--with-data"}, source.place()...)...)
	checkComplete(t, filepath.Join(folder, "last.tar.gz"))
}

// A server that starts during the copy may write to the files, so the backup fails.
func TestBackupNoticesARestart(t *testing.T) {
	t.Parallel()
	source := deployment{folder: t.TempDir()}
	s := source.start(t)
	data := filepath.Join(source.folder, "duckdb", "o")
	if err := os.MkdirAll(data, 0o700); err != nil {
		t.Fatal(err)
	}
	writeLarge(t, filepath.Join(data, "large.csv"), 16<<20)
	folder := t.TempDir()
	file := filepath.Join(folder, "b.tar.gz")
	backing := command(append([]string{"backup", file, "--with-data"}, source.place()...)...)
	var problem bytes.Buffer
	backing.Stderr = &problem
	if err := backing.Start(); err != nil {
		t.Fatal(err)
	}
	awaitPartial(t, folder, file, 1)
	if err := backing.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	s.kill()
	source.start(t)
	if err := backing.Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	if backing.Wait() == nil || !strings.Contains(problem.String(), "stopped or started during the backup") {
		t.Errorf("the backup ended with %q", problem.String())
	}
	if _, err := os.Stat(file); err == nil {
		t.Error("the backup wrote its file")
	}
}

// awaitPartial waits until the backup has written some bytes, or is complete.
func awaitPartial(t *testing.T, folder, file string, size int64) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		if _, err := os.Stat(file); err == nil {
			return
		}
		partial, _ := filepath.Glob(filepath.Join(folder, "."+filepath.Base(file)+".partial-*"))
		for _, path := range partial {
			if info, err := os.Stat(path); err == nil && info.Size() >= size {
				return
			}
		}
	}
	t.Fatalf("the backup %s does not start", file)
}

// checkComplete verifies a file, if it exists. Incomplete files have another name, and a restore refuses them.
func checkComplete(t *testing.T, file string) {
	t.Helper()
	if _, err := os.Stat(file); err == nil {
		r, err := backup.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = r.Close() }()
		if _, _, err := r.Verify(t.Context()); err != nil {
			t.Errorf("%s exists and is not complete: %v", file, err)
		}
		return
	}
	partial, _ := filepath.Glob(filepath.Join(filepath.Dir(file), "."+filepath.Base(file)+".partial-*"))
	for _, path := range partial {
		target := t.TempDir()
		_, problem, code := run(t, "restore", path, "--data", target)
		if code == 0 || !strings.Contains(problem, "backup file") {
			t.Errorf("a partial file was restored: %d, %s", code, problem)
		}
		if _, err := os.Stat(filepath.Join(target, "millrace.db")); err == nil {
			t.Error("a state was made from a partial file")
		}
	}
}
