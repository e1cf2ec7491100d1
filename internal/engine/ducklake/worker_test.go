package ducklake_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"testing"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/laketest"
)

// asWorker makes the test program a worker that works in a lake until it is killed. Its value describes the work.
const asWorker = "MILLRACE_TEST_LAKE_WORKER"

// workerTask is what a worker does.
type workerTask struct {
	Lake       laketest.Lake
	Folder     string
	Extensions string
	Insert     string // its statement
	Rounds     int    // how many nodes it publishes; then it leaves a transaction open
}

// beWorker publishes nodes and then waits with an open transaction. It tells each step on standard output.
func beWorker(text string) {
	var task workerTask
	if err := json.Unmarshal([]byte(text), &task); err != nil {
		panic(err)
	}
	ctx := context.Background()
	driver, err := driverIn(task.Folder, task.Extensions)
	if err != nil {
		panic(err)
	}
	opened, err := driver.Open(ctx, connectionIn(task.Folder+"/own", task.Lake))
	if err != nil {
		panic(err)
	}
	label := engine.Label{WorkID: "run", Epoch: 1}
	for i := range task.Rounds {
		if err := publish(ctx, opened, label, fmt.Sprintf("node %d", i), task.Insert); err != nil {
			panic(err)
		}
	}
	s, err := opened.Session(ctx, label)
	if err == nil {
		err = s.Begin(ctx)
	}
	if err == nil {
		_, err = s.Exec(ctx, task.Insert)
	}
	if err != nil {
		panic(err)
	}
	_, _ = os.Stdout.WriteString("in the middle of a node\n") // the parent reads it
	select {}
}

// killInTheMiddle starts a worker and kills it while it has a transaction open.
func killInTheMiddle(t *testing.T, program, task string) {
	t.Helper()
	command := exec.CommandContext(t.Context(), program)
	command.Env = append(os.Environ(), asWorker+"="+task)
	command.Stderr = os.Stderr
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		t.Fatalf("%q, %v", line, err)
	}
	if err := command.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = command.Wait() // it was killed
}

// TestKilledWorkerLeavesNothingHalf kills a worker process in the middle of a node. Another one takes over.
func TestKilledWorkerLeavesNothingHalf(t *testing.T) {
	t.Parallel()
	lake := laketest.New(t)
	opened := openLake(t, newDriver(t), connection(t, lake))
	if err := opened.Prepare(t.Context(), []engine.Schema{{Name: "s"}}); err != nil {
		t.Fatal(err)
	}
	table := opened.Dialect().Qualify(opened.DefaultDatabase(), "s", "t")
	execute(t, opened, "CREATE TABLE "+table+" (n INTEGER)")
	text, err := json.Marshal(workerTask{Lake: lake, Folder: t.TempDir(), Extensions: laketest.Extensions(t), Insert: "INSERT INTO " + table + " VALUES (1)", Rounds: 2})
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	killInTheMiddle(t, program, string(text))
	if rows := count(t, opened, "SELECT count(*) FROM "+table); rows != 2 {
		t.Errorf("after the kill there are %d rows, want those of the two published nodes", rows)
	}
	next := engine.Label{WorkID: "run", Epoch: 2}
	if err := opened.Fence(t.Context(), next); err != nil {
		t.Fatal(err)
	}
	known, err := keeper(t, opened).Publications(t.Context(), next)
	if err != nil || len(known) != 2 {
		t.Fatalf("the new owner finds %v, %v", known, err)
	}
	for i := range 3 {
		node := fmt.Sprintf("node %d", i)
		if _, isPublished := known[node]; isPublished {
			continue
		}
		if err := publish(t.Context(), opened, next, node, "INSERT INTO "+table+" VALUES (1)"); err != nil {
			t.Errorf("%s: %v", node, err)
		}
	}
	if rows := count(t, opened, "SELECT count(*) FROM "+table); rows != 3 {
		t.Errorf("there are %d rows, want one of each node", rows)
	}
}
