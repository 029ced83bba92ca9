package org.kpackworkbench.model.format.container;

import java.io.IOException;
import java.util.List;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.output.Cells;
import org.kpackworkbench.model.base.output.JsonOut;
import org.kpackworkbench.model.base.output.TextColumns;
import org.kpackworkbench.model.base.output.TextFacts;
import org.kpackworkbench.model.base.output.TextOut;
import org.kpackworkbench.model.format.registry.FileInfo;

/** Containers and their entries. */
record ContainerInfo(ContainerDocument document) implements FileInfo {
  @Override
  public void json(JsonOut out) {
    out.field("codeObjects", document.codeObjects().size());
    out.list("containers");
    for (Container container : document.file().containers()) {
      out.object()
          .field("index", container.index())
          .field("version", container.version())
          .field("offset", container.range().start())
          .field("storedSize", container.range().length())
          .field("size", container.sizeBytes())
          .field("compression", container.packed() == null ? null : container.compression());
      out.list("entries");
      for (ContainerPart part : document.entries()) {
        if (part.entry().container() == container.index()) {
          entry(out, part);
        }
      }
      out.endList().endObject();
    }
    out.endList();
  }

  private static void entry(JsonOut out, ContainerPart part) {
    ContainerEntry entry = part.entry();
    out.object()
        .field("index", entry.number())
        .field("image", entry.imageWords())
        .field("imageKind", entry.imageKind())
        .field("offload", entry.offloadWords())
        .field("offloadKind", entry.offloadKind())
        .field("flags", entry.flags())
        .field("triple", entry.texts().get("triple"))
        .field("arch", entry.texts().get("arch"))
        .field("offset", entry.image().start())
        .field("size", entry.image().length())
        .field("contents", part.format() == null ? null : part.format().id())
        .field("codeObjects", part.rows().size());
    out.list("texts");
    entry
        .texts()
        .forEach((key, value) -> out.object().field("key", key).field("value", value).endObject());
    out.endList().endObject();
  }

  @Override
  public void text(TextOut out) throws IOException {
    ContainerFile file = document.file();
    new TextFacts()
        .add("containers", Integer.toString(file.containers().size()))
        .add("code objects", Integer.toString(document.codeObjects().size()))
        .print(out);
    TextColumns containers =
        new TextColumns(">#", "version", ">offset", ">stored", ">size", "compression");
    for (Container container : file.containers()) {
      containers.row(
          Integer.toString(container.index()),
          Integer.toString(container.version()),
          Cells.hex(container.range().start()),
          Long.toString(container.range().length()),
          Long.toString(container.sizeBytes()),
          container.compression());
    }
    containers.print(out.line().line("Containers"), "  ");
    TextColumns entries =
        new TextColumns(
            ">#", ">container", "image", "for", "arch", "triple", ">offset", ">size", "holds");
    for (ContainerPart part : document.entries()) {
      ContainerEntry entry = part.entry();
      entries.row(
          Integer.toString(entry.number()),
          Integer.toString(entry.container()),
          entry.imageWords(),
          entry.offloadWords(),
          entry.arch(),
          entry.triple(),
          Cells.hex(entry.image().start()),
          Long.toString(entry.image().length()),
          part.format() == null ? "" : part.format().words());
    }
    if (!entries.isEmpty()) {
      entries.print(out.line().line("Entries"), "  ");
    }
  }

  @Override
  public List<FormatException> problems() {
    return document.problems();
  }
}
