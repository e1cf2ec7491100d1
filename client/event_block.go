package client

import (
	"encoding/json"
	"strconv"
	"strings"
	"time"
)

// block is the lines of a stream up to an empty line.
type block struct {
	name, data, id string
	retry          time.Duration
}

// add reads a line of the form "name: value". It ignores unknown names, and comments, whose name is empty.
func (b *block) add(line string) {
	field, value, _ := strings.Cut(line, ":")
	value = strings.TrimPrefix(value, " ")
	switch field {
	case "event":
		b.name = value
	case "data":
		b.data = value
	case "id":
		b.id = value
	case "retry":
		if wait, err := strconv.Atoi(value); err == nil {
			b.retry = time.Duration(wait) * time.Millisecond
		}
	}
}

// event decodes the event of a block. It skips an unknown name, because a newer server sends more kinds of events.
func (b *block) event() (event Event, known bool, err error) {
	switch b.name {
	case "run":
		err = json.Unmarshal([]byte(b.data), &event.Run)
	case "node":
		err = json.Unmarshal([]byte(b.data), &event.Node)
	case "deployment":
		err = json.Unmarshal([]byte(b.data), &event.Deployment)
	case "environment":
		err = json.Unmarshal([]byte(b.data), &event.Environment)
	case "schedule":
		err = json.Unmarshal([]byte(b.data), &event.Schedule)
	default:
		return Event{}, false, nil
	}
	return event, err == nil, err
}
