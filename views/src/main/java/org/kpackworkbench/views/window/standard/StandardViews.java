package org.kpackworkbench.views.window.standard;

import org.kpackworkbench.views.analysis.compare.CompareActions;
import org.kpackworkbench.views.analysis.findings.VerifyAction;
import org.kpackworkbench.views.analysis.log.LogViews;
import org.kpackworkbench.views.analysis.process.ProcessViews;
import org.kpackworkbench.views.analysis.resolve.ResolveActions;
import org.kpackworkbench.views.analysis.resolve.ResolveViews;
import org.kpackworkbench.views.format.ar.LibraryNodes;
import org.kpackworkbench.views.format.ar.LibraryViews;
import org.kpackworkbench.views.format.codeobject.CodeObjectViews;
import org.kpackworkbench.views.format.coff.CoffViews;
import org.kpackworkbench.views.format.elf.ElfNodes;
import org.kpackworkbench.views.format.elf.ElfViews;
import org.kpackworkbench.views.format.elf.SymbolFinder;
import org.kpackworkbench.views.format.folder.FolderFile;
import org.kpackworkbench.views.format.folder.FolderNodes;
import org.kpackworkbench.views.format.folder.FolderViews;
import org.kpackworkbench.views.format.kpack.ArchiveViews;
import org.kpackworkbench.views.format.kpm.ManifestNodes;
import org.kpackworkbench.views.format.kpm.ManifestViews;
import org.kpackworkbench.views.format.offload.BundleNodes;
import org.kpackworkbench.views.format.offload.BundleViews;
import org.kpackworkbench.views.format.text.LfsPointerViews;
import org.kpackworkbench.views.format.text.TextViews;
import org.kpackworkbench.views.kit.bytes.BytesPanes;
import org.kpackworkbench.views.kit.problem.ProblemViews;
import org.kpackworkbench.views.operation.edit.Journals;
import org.kpackworkbench.views.operation.edit.RecoveryActions;
import org.kpackworkbench.views.operation.edit.kpack.EditViews;
import org.kpackworkbench.views.operation.edit.kpm.ManifestEditViews;
import org.kpackworkbench.views.operation.edit.marker.MarkerEditViews;
import org.kpackworkbench.views.operation.extract.ExportActions;
import org.kpackworkbench.views.operation.forms.ArtifactActions;
import org.kpackworkbench.views.operation.forms.FormActions;
import org.kpackworkbench.views.window.search.KernelFinder;
import org.kpackworkbench.views.window.shell.WorkbenchParts;

/** All views of the program: the one list that the window, pictures and tests are made from. */
public final class StandardViews {
  private StandardViews() {}

  /** The parts of a window with all views, in which edits are not written down. */
  public static WorkbenchParts parts() {
    return parts(Journals.none());
  }

  /**
   * The parts of a window with all views.
   *
   * @param journals where edits are written down that are not saved
   */
  public static WorkbenchParts parts(Journals journals) {
    ArchiveViews archives = new ArchiveViews();
    VerifyAction verify = new VerifyAction();
    LogViews logs = new LogViews();
    return BytesPanes.addTo(
            new WorkbenchParts(DocumentFile::load)
                .worthOpening(DocumentFile::worthOpening)
                .workspaces(FolderFile::opensAsWhole))
        .views(new FolderViews())
        .views(new ElfViews())
        .views(new BundleViews())
        .views(new MarkerEditViews(journals))
        .views(new ResolveViews())
        .views(new LibraryViews())
        .views(new CoffViews())
        .views(archives)
        .views(new EditViews(journals))
        .views(new ManifestViews())
        .views(new ManifestEditViews(journals))
        .views(new CodeObjectViews())
        .views(logs)
        .views(new LfsPointerViews())
        .views(new TextViews())
        .views(new ProblemViews())
        .nodes(new FolderNodes())
        .nodes(new ElfNodes())
        .nodes(new BundleNodes())
        .nodes(new LibraryNodes())
        .nodes(new CoffViews())
        .nodes(archives.nodes())
        .nodes(new ManifestNodes())
        .finder(archives.finder())
        .finder(new KernelFinder())
        .finder(new SymbolFinder())
        .findings(verify::pane)
        .actions(verify)
        .actions(new ResolveActions())
        .actions(new ExportActions())
        .actions(logs)
        .actions(new ProcessViews())
        .actions(new FormActions())
        .actions(new ArtifactActions())
        .actions(new CompareActions())
        .actions(new RecoveryActions(journals));
  }
}
