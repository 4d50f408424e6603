package main

import (
	"encoding/json"
	"fmt"
	"os"
	"sort"
	"strings"
)

// procedure is an entry of the Forum's machine-readable description.
type procedure struct {
	Name       string      `json:"name"`
	Return     string      `json:"return_kind"`
	Parameters []parameter `json:"parameters"`
	Attributes struct {
		Callback    bool    `json:"callback"`
		InC         bool    `json:"c_expressible"`
		Predefined  *string `json:"predefined_function"`
		ProxyRender bool    `json:"proxy_render"`
	} `json:"attributes"`
}

type parameter struct {
	Name      string          `json:"name"`
	Kind      string          `json:"kind"`
	Direction string          `json:"param_direction"`
	Pointer   *bool           `json:"pointer"`
	Length    json.RawMessage `json:"length"`
	ArrayType string          `json:"array_type"`
	FuncType  string          `json:"func_type"`
	Constant  truth           `json:"constant"`
	LargeOnly bool            `json:"large_only"`
	Suppress  string          `json:"suppress"`
	Async     bool            `json:"asynchronous"`
	RootOnly  bool            `json:"root_only"`
}

// truth is a boolean that the description writes as true or as "true".
type truth bool

// UnmarshalJSON reads either form.
func (t *truth) UnmarshalJSON(text []byte) error {
	*t = truth(strings.Trim(string(text), `"`) == "true")
	return nil
}

// readForum returns the procedures that C programs can call, by name.
func readForum(path string) ([]procedure, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read the Forum's description: %w", err)
	}
	var all map[string]procedure
	if err := json.Unmarshal(text, &all); err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	var list []procedure
	for _, p := range all {
		if !p.Attributes.Callback && p.Attributes.InC && p.Attributes.Predefined == nil {
			list = append(list, p)
		}
	}
	sort.Slice(list, func(i, j int) bool { return list[i].Name < list[j].Name })
	return list, nil
}

// prototype renders the procedure in the notation of calls.Row.Proto, without the marks of captured arguments.
func (p *procedure) prototype() string {
	var args []string
	for _, a := range p.Parameters {
		if !strings.Contains(" "+a.Suppress+" ", " c_parameter ") {
			args = append(args, a.render(p.Name))
		}
	}
	return fmt.Sprintf("%s %s(%s)", returnType(p.Return), p.Name, strings.Join(args, ", "))
}

// render renders an argument.
func (a *parameter) render(function string) string {
	if s := exceptions[function+" "+a.Name]; s != "" {
		return s
	}
	mark := map[string]string{"in": "", "out": ">", "inout": "<>"}[a.Direction]
	switch {
	case a.Kind == "VARARGS":
		return "..."
	case a.Kind == "FUNCTION":
		return a.FuncType + " *" + a.Name
	case a.Kind == "POLYFUNCTION":
		return a.FuncType + "|" + a.FuncType + "_c *" + a.Name
	case callbacks[a.Kind] != "":
		return callbacks[a.Kind] + " " + a.Name
	case a.Kind == "C_BUFFER4":
		return "int *" + mark + a.Name
	case addresses[a.Kind]:
		return a.constant("") + "void *" + mark + a.Name
	case a.isString():
		return a.renderString(mark)
	}
	return a.renderValue(mark)
}

func (a *parameter) constant(base string) string {
	if a.Constant && (a.Direction == "in" || base != "") {
		return "const "
	}
	return ""
}

func (a *parameter) isString() bool {
	switch a.Kind {
	case "STRING", "STRING_ARRAY", "STRING_2DARRAY", "KEY", "ARGUMENT_LIST":
		return true
	}
	return false
}

func (a *parameter) renderString(mark string) string {
	switch {
	case a.Kind == "ARGUMENT_LIST":
		return "char ***" + mark + a.Name
	case a.Kind == "STRING_2DARRAY":
		return "char **" + a.Name + "[]"
	case a.Kind == "STRING_ARRAY":
		return "char *" + a.Name + "[]"
	case a.Direction == "in":
		return "const char *" + mark + a.Name
	}
	return "char *" + mark + a.Name
}

// renderValue renders handles, integers and statuses, and arrays of them.
func (a *parameter) renderValue(mark string) string {
	t := types[a.Kind]
	if t == "" {
		t = "int"
	}
	t = a.constant("value") + t
	if a.LargeOnly {
		t = "+" + t
	}
	if array, ok := a.array(); ok {
		return t + " " + mark + a.Name + array
	}
	star := a.Direction != "in" || a.Pointer != nil && *a.Pointer || strings.HasSuffix(a.Kind, "STATUS")
	if a.Kind != "STATUS" && a.Pointer != nil && !*a.Pointer {
		star = false
	}
	if star {
		return t + " *" + mark + a.Name
	}
	return t + " " + mark + a.Name
}

// array returns the brackets of an array argument.
func (a *parameter) array() (string, bool) {
	var one string
	if json.Unmarshal(a.Length, &one) == nil && string(a.Length) != "null" {
		if one == "*" {
			one = ""
		}
		return "[" + one + "]", true
	}
	var many []string
	if json.Unmarshal(a.Length, &many) == nil && len(many) > 0 {
		return "[" + strings.Join(many, "][") + "]", true
	}
	return "[]", a.ArrayType != ""
}
