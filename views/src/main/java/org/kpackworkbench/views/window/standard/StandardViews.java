package org.kpackworkbench.views.window.standard;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.registry.Format;
import org.kpackworkbench.model.format.registry.OtherDocument;
import org.kpackworkbench.views.analysis.compare.CompareActions;
import org.kpackworkbench.views.analysis.coverage.CoverageViews;
import org.kpackworkbench.views.analysis.estimate.EstimateViews;
import org.kpackworkbench.views.analysis.findings.VerifyAction;
import org.kpackworkbench.views.analysis.kernels.KernelFiguresViews;
import org.kpackworkbench.views.analysis.log.LogViews;
import org.kpackworkbench.views.analysis.process.ProcessViews;
import org.kpackworkbench.views.analysis.resolve.ResolveActions;
import org.kpackworkbench.views.analysis.resolve.ResolveViews;
import org.kpackworkbench.views.analysis.search.CodeSearchAction;
import org.kpackworkbench.views.format.ar.LibraryViews;
import org.kpackworkbench.views.format.codeobject.CodeObjectViews;
import org.kpackworkbench.views.format.coff.CoffViews;
import org.kpackworkbench.views.format.container.ContainerViews;
import org.kpackworkbench.views.format.elf.ElfViews;
import org.kpackworkbench.views.format.elf.SymbolFinder;
import org.kpackworkbench.views.format.folder.FolderFile;
import org.kpackworkbench.views.format.folder.FolderNodes;
import org.kpackworkbench.views.format.folder.FolderViews;
import org.kpackworkbench.views.format.kpack.ArchiveViews;
import org.kpackworkbench.views.format.kpm.ManifestViews;
import org.kpackworkbench.views.format.offload.BundleViews;
import org.kpackworkbench.views.format.sqlite.SqliteViews;
import org.kpackworkbench.views.format.tensile.TensileViews;
import org.kpackworkbench.views.format.text.LfsPointerViews;
import org.kpackworkbench.views.format.text.TextViews;
import org.kpackworkbench.views.kit.bytes.BytesPanes;
import org.kpackworkbench.views.kit.parts.PartsViews;
import org.kpackworkbench.views.kit.problem.ProblemViews;
import org.kpackworkbench.views.operation.edit.Journals;
import org.kpackworkbench.views.operation.edit.RecoveryActions;
import org.kpackworkbench.views.operation.edit.kpack.EditViews;
import org.kpackworkbench.views.operation.edit.kpm.ManifestEditViews;
import org.kpackworkbench.views.operation.edit.marker.MarkerEditViews;
import org.kpackworkbench.views.operation.extract.ExportActions;
import org.kpackworkbench.views.operation.extract.Exporter;
import org.kpackworkbench.views.operation.forms.ArtifactActions;
import org.kpackworkbench.views.operation.forms.FormActions;
import org.kpackworkbench.views.spi.DocumentViewFactory;
import org.kpackworkbench.views.spi.FormatRoom;
import org.kpackworkbench.views.spi.FormatRooms;
import org.kpackworkbench.views.spi.WorkspaceNodeProvider;
import org.kpackworkbench.views.window.search.KernelFinder;
import org.kpackworkbench.views.window.shell.WorkbenchParts;

/** All views of the program: the one list that the window, pictures and tests are made from. */
public final class StandardViews {
  private StandardViews() {}

  /**
   * Returns the only list of formats with views. A new one is added here, and nowhere else; a
   * format of files with parts and no room of its own is shown by the general views.
   */
  public static FormatRooms rooms() {
    List<FormatRoom> rooms =
        List.of(
            ArchiveViews.room(),
            ManifestViews.room(),
            ElfViews.room(),
            BundleViews.room(),
            ContainerViews.room(),
            LibraryViews.room(),
            CoffViews.room(),
            SqliteViews.room(),
            TensileViews.room(),
            CodeObjectViews.room());
    Set<Format> shown = rooms.stream().map(FormatRoom::format).collect(Collectors.toSet());
    Stream<FormatRoom> others =
        StandardFormats.all().all().stream()
            .filter(format -> !shown.contains(format) && !format.partFields().isEmpty())
            .map(format -> new PartsViews(format).room());
    return new FormatRooms(StandardFormats.all(), Stream.concat(rooms.stream(), others).toList());
  }

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
    return parts(journals, rooms());
  }

  /**
   * Returns the parts of a window with the views of these formats.
   *
   * @param rooms the formats that the window knows
   */
  public static WorkbenchParts parts(Journals journals, FormatRooms rooms) {
    VerifyAction verify = new VerifyAction();
    CodeSearchAction search = new CodeSearchAction();
    LogViews logs = new LogViews();
    BytesPanes bytes = new BytesPanes(rooms.formats());
    WorkbenchParts parts =
        new WorkbenchParts((path, progress) -> DocumentFile.load(path, rooms, progress))
            .formats(rooms.formats())
            .worthOpening(path -> DocumentFile.worthOpening(path, rooms.formats()))
            .workspaces(FolderFile::opensAsWhole)
            .bytes(bytes::bytes)
            .inspector(bytes::inspector)
            .export(Exporter::new)
            .views(
                DocumentViewFactory.of(
                    FolderFile.class, (folder, _, context) -> FolderViews.create(folder, context)))
            .views(
                DocumentViewFactory.of(
                    FolderFile.class,
                    (folder, _, context) -> CoverageViews.create(folder, context)))
            .nodes(WorkspaceNodeProvider.of(FolderFile.class, new FolderNodes()));
    rooms.rooms().forEach(parts::room);
    return parts
        .views(new KernelFiguresViews())
        .views(new MarkerEditViews(journals))
        .views(new ResolveViews())
        .views(new EditViews(journals))
        .views(new ManifestEditViews(journals))
        .views(new CodeObjectViews())
        .views(logs)
        .views(
            DocumentViewFactory.of(
                OtherDocument.class, (file, _, context) -> LfsPointerViews.create(file, context)))
        .views(new TextViews())
        .views(new ProblemViews())
        .finder(new KernelFinder())
        .finder(new SymbolFinder())
        .dock(verify::pane)
        .dock(search::pane)
        .actions(verify)
        .actions(search)
        .actions(bytes)
        .actions(new ResolveActions())
        .actions(new ExportActions())
        .actions(logs)
        .actions(new ProcessViews())
        .actions(new EstimateViews())
        .actions(new FormActions())
        .actions(new ArtifactActions())
        .actions(new CompareActions())
        .actions(new RecoveryActions(journals));
  }
}
