package org.kpackworkbench.model.analysis.verify.rules;

import org.kpackworkbench.model.analysis.verify.HostSubject;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.finding.Sink;

/**
 * A binary is wholly fat or wholly host-only. Fat ones, and ones that cannot be converted, are
 * noted.
 */
public final class DeviceCodeState extends HostRule {
  public DeviceCodeState() {
    super("device-code-state", "A binary is converted wholly or not at all.");
  }

  @Override
  public void check(HostSubject subject, Sink sink) {
    String why = String.join(" ", subject.fat().diagnosis());
    String more = why.isEmpty() ? "" : " " + why;
    switch (subject.fat().state()) {
      case NONE, HOST_ONLY -> {}
      case FAT ->
          sink.add(
              why.isEmpty() ? Severity.NOTE : Severity.WARNING,
              subject.place(),
              -1,
              "Fat, not converted: its device code is inside." + more,
              subject.elf().header().isObject()
                  ? "Object files are converted when they have been linked."
                  : "\"convert\" makes it host-only.");
      case HALF_CONVERTED ->
          sink.error(
              subject.place(),
              -1,
              "Half-converted." + more,
              "Convert it again from the fat binary; a runtime fails on this one.");
      case NO_WRAPPERS ->
          sink.note(
              subject.place(),
              -1,
              "Device code without wrappers." + more,
              "It is left as it is when trees are packed.");
      case RELOCATABLE ->
          sink.note(subject.place(), -1, "Relocatable device code, not linked yet." + more, "");
      case NO_SECTION_HEADERS ->
          sink.note(
              subject.place(),
              -1,
              "It has no section headers: they were stripped, or the file was cut off." + more,
              "What device code it has cannot be told for sure, and it cannot be converted.");
    }
  }
}
