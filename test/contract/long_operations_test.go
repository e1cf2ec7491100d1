package contract_test

import (
	"bufio"
	"io"
	"net/http"
	"strconv"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/config"
)

// shortLimits are server limits that a slow operation exceeds.
func shortLimits(s *config.Settings) {
	s.Limits.ReadTimeout, s.Limits.WriteTimeout = time.Second, time.Second
}

// newSlowFixture is a fixture on a server with short limits, with a node whose query takes twice as long.
func newSlowFixture(t *testing.T) (b *workspaceFixture, slow string) {
	t.Helper()
	b = &workspaceFixture{Platform: start(t, apptest.Database{}, shortLimits), t: t}
	b.token = b.AdminToken()
	b.project = b.NewProject(b.token, "Bench")
	b.id = b.Post(b.token, "/api/v1/workspaces", object{"project": b.project, "name": "mine"}).Want(http.StatusCreated).Field("id")
	b.path = "/api/v1/workspaces/" + b.id
	node := b.create(object{"nodeType": "View", "name": "SLOW", "sql": "SELECT 1 AS ID, cast(pg_sleep(2) AS varchar) AS SLEPT"})
	return b, b.path + "/nodes/" + wordOf(node["id"]) + "/data"
}

// The limits of the server end idle connections. They do not end an operation in progress.
func TestLongOperationExceedsServerLimits(t *testing.T) {
	t.Parallel()
	b, slow := newSlowFixture(t)
	var rows struct{ Rows [][]any }
	b.Get(b.token, slow).Want(http.StatusOK).JSON(&rows)
	if len(rows.Rows) != 1 {
		t.Errorf("the rows are %v", rows.Rows)
	}
}

// A slow upload of a project succeeds if the caller is authenticated.
func TestSlowArchiveUpload(t *testing.T) {
	t.Parallel()
	b, slow := newSlowFixture(t)
	environment := b.NewEnvironment(b.token, b.project, "Production")
	archive := zipped(t, deployedFiles())
	send := func(authorization string) (answered int) {
		connection := dial(t, b.Platform)
		head := rawRequest("POST "+environmentsPath+"/"+environment+"/plans HTTP/1.1", []string{
			"Authorization: Bearer " + authorization, "Content-Type: application/zip", "Content-Length: " + strconv.Itoa(len(archive)),
		}, "")
		half := len(archive) / 2
		_, _ = io.WriteString(connection, head+string(archive[:half]))
		b.Get(b.token, slow).Want(http.StatusOK) // takes longer than the server waits for anonymous clients
		_, _ = connection.Write(archive[half:])
		answer, err := http.ReadResponse(bufio.NewReader(connection), nil)
		if err != nil {
			return 0
		}
		defer answer.Body.Close()
		return answer.StatusCode
	}
	if got := send(b.token); got != http.StatusCreated {
		t.Errorf("the answer is %d", got)
	}
	if got := send("nobody"); got == http.StatusCreated {
		t.Error("an anonymous client created a plan")
	}
}
