package org.kpackworkbench.views.format.codeobject;

import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.format.codeobject.DisassemblerFinder;
import org.kpackworkbench.views.format.elf.ElfSubject;
import org.kpackworkbench.views.format.elf.ElfViews;
import org.kpackworkbench.views.spi.DocumentView;
import org.kpackworkbench.views.spi.ViewContext;

/** The pages about a code object. */
final class CodeObjectPages {
  private CodeObjectPages() {}

  static List<DocumentView> of(CodeObjectSubject subject, ViewContext context) {
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
