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

// clientTimeout is how long a client may take to read what was written before it counts as gone.
const clientTimeout = 30 * time.Second

// eventWriter writes server-sent events. What is written gathers until flush sends it.
type eventWriter struct {
	w          http.ResponseWriter
	controller *http.ResponseController
	buffer     bytes.Buffer
	flushed    time.Time
}

func newEventWriter(w http.ResponseWriter) *eventWriter {
	return &eventWriter{w: w, controller: http.NewResponseController(w)}
}

// open sends the header, and lifts the limits of the server that are for requests with an end. Without that of reading,
// the server would take the client's silence for its going away. Proxies are asked not to gather what is meant for now.
func (o *eventWriter) open() {
	header := o.w.Header()
	header.Set("Content-Type", "text/event-stream")
	header.Set("X-Accel-Buffering", "no")
	_ = o.controller.SetReadDeadline(time.Time{})
	_ = o.controller.SetWriteDeadline(time.Time{}) // flush sets one of its own
	o.w.WriteHeader(http.StatusOK)
	o.flushed = time.Now()
}

// retry tells the client how long to wait before it comes back.
func (o *eventWriter) retry(wait time.Duration) {
	o.buffer.WriteString("retry: " + strconv.FormatInt(wait.Milliseconds(), 10) + "\n\n")
}

// mark gives the client a mark without an event.
func (o *eventWriter) mark(mark int64) {
	o.buffer.WriteString("id: " + strconv.FormatInt(mark, 10) + "\n\n")
}

// changes writes events with their marks. Those that share a mark have it at the last of them: a client that has only
// some of them comes back for all.
func (o *eventWriter) changes(changes []run.Change) {
	for i := range changes {
		change := &changes[i]
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
		RunFailureReason: summary.RunFailureReason, NodesInRun: r.Nodes, Canceled: isCanceled(r),
	})
}

func (o *eventWriter) node(r *run.Run, node *run.NodeChange) {
	o.event("node", api.NodeEvent{
		RunID: int64(r.ID), EnvironmentID: ids.FormatNumber(r.Environment), NodeID: publicNode(node.ID), Name: node.Name,
		RunState: string(node.State), StartTime: optionalTime(node.Started), EndTime: optionalTime(node.Ended),
	})
}

// event writes one event. JSON has no line breaks in it, so data is one line.
func (o *eventWriter) event(name string, data any) {
	raw, err := json.Marshal(data)
	if err != nil {
		panic("httpapi: an event does not encode: " + err.Error())
	}
	o.buffer.WriteString("event: " + name + "\ndata: ")
	o.buffer.Write(raw)
	o.buffer.WriteString("\n\n")
}

// beat writes a line that means nothing when nothing was written for a while, so that whatever is between does not take
// the stream for dead. The mark goes with it: the client need not come back to what it was spared.
func (o *eventWriter) beat(every time.Duration, mark int64) error {
	if time.Since(o.flushed) < every {
		return nil
	}
	o.buffer.WriteString(":\n")
	o.mark(mark)
	return o.flush()
}

// flush sends what was written.
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
