package org.kpackworkbench.model.format.container;

import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.format.registry.FileInfo;

/** Containers and their entries. */
record ContainerInfo(ContainerDocument document) implements FileInfo {
  @Override
  public void describe(Report report) {
    report
        .facts()
        .aside("count", document.file().containers().size())
        .number("codeObjects", document.codeObjects().size())
        .list("containers", document.file().containers(), this::container)
        .asides("entries", document.entries(), ContainerInfo::entry);
    report
        .values("count as containers", "codeObjects")
        .section(
            "Containers",
            "containers",
            "index",
            "format as version",
            "offset",
            "storedSize as stored",
            "size",
            "compression")
        .section(
            "Entries",
            "entries",
            "index",
            "container",
            "image",
            "offload as for",
            "arch",
            "triple",
            "offset",
            "size",
            "contents as holds");
  }

  private void container(Container container, Facts facts) {
    facts
        .number("index", container.index())
        .number("version", container.version())
        .aside("format", Integer.toString(container.version()))
        .offset("offset", container.range().start())
        .number("storedSize", container.range().length())
        .number("size", container.sizeBytes())
        .text("compression", container.packed() == null ? null : container.compression())
        .shown(container.compression())
        .list(
            "entries",
            document.entries().stream()
                .filter(part -> part.entry().container() == container.index())
                .toList(),
            ContainerInfo::entry);
  }

  private static void entry(ContainerPart part, Facts facts) {
    ContainerEntry entry = part.entry();
    facts
        .aside("container", entry.container())
        .number("index", entry.number())
        .text("image", entry.imageWords())
        .number("imageKind", entry.imageKind())
        .text("offload", entry.offloadWords())
        .number("offloadKind", entry.offloadKind())
        .number("flags", entry.flags())
        .text("triple", entry.texts().get("triple"))
        .text("arch", entry.texts().get("arch"))
        .offset("offset", entry.image().start())
        .number("size", entry.image().length())
        .text("contents", part.format() == null ? null : part.format().id())
        .shown(part.format() == null ? "" : part.format().words())
        .number("codeObjects", part.rows().size())
        .list(
            "texts",
            entry.texts().entrySet(),
            (text, row) -> row.text("key", text.getKey()).text("value", text.getValue()));
  }
}
