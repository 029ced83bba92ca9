package org.kpackworkbench.views.format.codeobject;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.format.codeobject.CodeObjectDocument;
import org.kpackworkbench.model.format.codeobject.CodeObjectFormat;
import org.kpackworkbench.model.format.codeobject.DisassemblerFinder;
import org.kpackworkbench.model.format.registry.OtherDocument;
import org.kpackworkbench.views.format.elf.ElfSubject;
import org.kpackworkbench.views.format.elf.ElfViews;
import org.kpackworkbench.views.spi.CodeObjectSource;
import org.kpackworkbench.views.spi.DocumentView;
import org.kpackworkbench.views.spi.DocumentViewFactory;
import org.kpackworkbench.views.spi.FormatRoom;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;

/** The views of code objects, in files of their own and in files that hold them. */
public final class CodeObjectViews implements DocumentViewFactory {

  /** The room of code objects. */
  public static FormatRoom room() {
    return FormatRoom.of(CodeObjectFormat.FORMAT, KpackIcon.CODE_OBJECT);
  }

  @Override
  public List<DocumentView> create(OpenedFile file, ViewContext context) {
    CodeObjectSource source = file.as(CodeObjectSource.class).orElse(null);
    if (source == null
        || source.document() instanceof OtherDocument
        || !source.document().format().mayHoldCode()) {
      return List.of();
    }
    return source.document() instanceof CodeObjectDocument document
        ? CodeObjectPages.of(ShownCodeObject.of(document), context)
        : List.of(new CodeObjectView(file, source, context));
  }

  static String stylesheet() {
    return Objects.requireNonNull(CodeObjectViews.class.getResource("code-object.css"))
        .toExternalForm();
  }

  /** The pages about a code object. */
  static final class CodeObjectPages {
    private CodeObjectPages() {}

    static List<DocumentView> of(ShownCodeObject subject, ViewContext context) {
      DisassemblyModel.Tools tools =
          () -> DisassemblerFinder.ofSystem().find(context.work().disassembler());
      List<DocumentView> pages = new ArrayList<>();
      pages.add(new OverviewPage(subject, context));
      pages.add(new KernelsPage(subject, context, tools));
      pages.add(new MetadataPage(subject, context));
      pages.addAll(
          ElfViews.tables(new ElfSubject(subject.code().elf(), null, subject.place()), context));
      return List.copyOf(pages);
    }
  }
}
