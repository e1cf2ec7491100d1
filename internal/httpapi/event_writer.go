package httpapi

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strconv"
	"time"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/run"
)

// clientTimeout is how long a client may take to read a write before the server treats it as gone.
const clientTimeout = 30 * time.Second

// eventWriter writes server-sent events. It buffers them until flush sends them.
type eventWriter struct {
	w          http.ResponseWriter
	controller *http.ResponseController
	buffer     bytes.Buffer
	flushed    time.Time
}

func newEventWriter(w http.ResponseWriter) *eventWriter {
	return &eventWriter{w: w, controller: http.NewResponseController(w)}
}

// open sends the header and removes the server's deadlines, which are meant for requests with an end. With the read
// deadline in place the server would treat a silent client as gone. A header asks proxies not to buffer.
func (o *eventWriter) open() {
	header := o.w.Header()
	header.Set("Content-Type", "text/event-stream")
	header.Set("X-Accel-Buffering", "no")
	_ = o.controller.SetReadDeadline(time.Time{})
	_ = o.controller.SetWriteDeadline(time.Time{}) // flush sets its own deadline
	o.w.WriteHeader(http.StatusOK)
	o.flushed = time.Now()
}

// retry tells the client how long to wait before it reconnects.
func (o *eventWriter) retry(wait time.Duration) {
	o.buffer.WriteString("retry: " + strconv.FormatInt(wait.Milliseconds(), 10) + "\n\n")
}

// changes writes events with their sequences. Events with the same sequence carry it at the last one: a client that
// received only some of them requests all of them again.
func (o *eventWriter) changes(changes []run.Change) {
	for i := range changes {
		change := &changes[i]
		if change.Node == nil && change.Run.Type == run.Deploy {
			o.deployment(&change.Run)
		}
		if i == len(changes)-1 || changes[i+1].Sequence != change.Sequence {
			o.buffer.WriteString("id: " + strconv.FormatInt(change.Sequence, 10) + "\n")
		}
		if change.Node == nil {
			o.run(&change.Run)
		} else {
			o.node(&change.Run, change.Node)
		}
	}
}

func (o *eventWriter) run(r *run.Run) {
	summary := presentRunSummary(r)
	o.event("run", api.RunEvent{
		ID: summary.ID, RunType: summary.RunType, RunStatus: summary.RunStatus, EnvironmentID: summary.EnvironmentID,
		ReRunID: summary.ReRunID, RunStartTime: summary.RunStartTime, RunEndTime: summary.RunEndTime,
		RunFailureReason: summary.RunFailureReason, NodesInRun: r.Nodes, FailedTests: r.FailedTests, Canceled: isCanceled(r),
	})
}

func (o *eventWriter) node(r *run.Run, node *run.NodeChange) {
	o.event("node", api.NodeEvent{
		RunID: int64(r.ID), EnvironmentID: ids.FormatNumber(r.Environment), NodeID: publicNode(node.ID), Name: node.Name,
		RunState: string(node.State), FailedTests: optionalCount(node.FailedTests), StartTime: optionalTime(node.Started), EndTime: optionalTime(node.Ended),
	})
}

func (o *eventWriter) deployment(r *run.Run) {
	summary := presentRunSummary(r)
	o.event("deployment", api.DeploymentEvent{
		RunID: summary.ID, EnvironmentID: summary.EnvironmentID, RunStatus: summary.RunStatus, Commit: r.Details.Commit,
		CommitMessage: optional(r.Details.CommitMessage), PlanID: optional(r.Details.Plan), Steps: r.Nodes, Canceled: isCanceled(r),
		RunStartTime: summary.RunStartTime, RunEndTime: summary.RunEndTime, RunFailureReason: summary.RunFailureReason,
	})
}

// event writes one event. JSON contains no line breaks, so data is one line.
func (o *eventWriter) event(name string, data any) {
	raw, err := json.Marshal(data)
	if err != nil {
		panic("httpapi: cannot encode an event: " + err.Error())
	}
	o.buffer.WriteString("event: " + name + "\ndata: ")
	o.buffer.Write(raw)
	o.buffer.WriteString("\n\n")
}

// heartbeat writes an event with the interval of heartbeats. Proxies do not treat the stream as dead then, and a client notices a
// stalled stream. It includes the sequence, so that the client does not request skipped changes again.
func (o *eventWriter) heartbeat(every time.Duration, sequence int64) {
	o.buffer.WriteString("id: " + strconv.FormatInt(sequence, 10) + "\n")
	o.event("heartbeat", api.HeartbeatEvent{EveryMilliseconds: int(every.Milliseconds())})
}

// isSilent reports whether nothing was written for an interval.
func (o *eventWriter) isSilent(interval time.Duration) bool { return time.Since(o.flushed) >= interval }

// flush sends the buffered events.
func (o *eventWriter) flush() error {
	_ = o.controller.SetWriteDeadline(time.Now().Add(clientTimeout))
	_, err := o.w.Write(o.buffer.Bytes())
	o.buffer.Reset()
	if err != nil {
		return err
	}
	o.flushed = time.Now()
	return o.controller.Flush()
}
