package org.kpackworkbench.views.format.ar;

import java.util.List;
import java.util.Objects;
import javafx.scene.Node;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.util.Subscription;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.ar.StaticLibraryDocument;
import org.kpackworkbench.model.format.host.ElfDocument;
import org.kpackworkbench.views.format.elf.ElfViews;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.table.Tables;
import org.kpackworkbench.views.kit.text.ChoiceWords;
import org.kpackworkbench.views.kit.view.BuiltView;
import org.kpackworkbench.views.kit.view.InnerTabs;
import org.kpackworkbench.views.spi.Closeness;
import org.kpackworkbench.views.spi.DocumentView;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;

/** One member at a time, with the views that a host binary has; the member is chosen above them. */
final class MemberView extends BuiltView {
  private final OpenedFile file;
  private final StaticLibraryDocument document;
  private final ViewContext context;
  private final BorderPane root = new BorderPane();
  private final ComboBox<ElfDocument> chooser = Controls.named(new ComboBox<>(), "member-chooser");
  private boolean loaded;
  private @Nullable InnerTabs tabs;
  private Subscription following = Subscription.EMPTY;
  private @Nullable Place awaited;
  private @Nullable Place looked;

  MemberView(OpenedFile file, StaticLibraryDocument document, ViewContext context) {
    super("member", "Member");
    this.file = file;
    this.document = document;
    this.context = context;
  }

  @Override
  public boolean shows(Place place) {
    return memberOf(place) != null;
  }

  @Override
  public Closeness closeness(Place place) {
    return place instanceof Place.Member ? Closeness.INSIDE : Closeness.AS_ROW;
  }

  @Override
  public void show(Place place) {
    awaited = place;
    if (loaded) {
      pick();
    }
  }

  @Override
  public void dispose() {
    leave();
  }

  @Override
  protected Node build() {
    chooser.setAccessibleText("Member of the library");
    chooser.setConverter(new ChoiceWords<>(member -> member.place().label()));
    chooser.valueProperty().subscribe(this::chosen);
    HBox line = new HBox(Controls.whole(new Label("Member")), chooser);
    line.getStyleClass().addAll("button-line", "filter-box");
    root.setTop(line);
    read(
        context,
        root,
        () ->
            document.members().stream()
                .filter(ElfDocument.class::isInstance)
                .map(ElfDocument.class::cast)
                .toList(),
        this::arrived,
        "The members could not be read");
    return root;
  }

  private void arrived(List<ElfDocument> members) {
    loaded = true;
    if (members.isEmpty()) {
      root.setCenter(
          Tables.placeholder(
              document.library().thin()
                  ? "The members of a thin library are files of their own: open them from the"
                      + " list of members."
                  : "No member of this library is an ELF file."));
      return;
    }
    chooser.getItems().setAll(members);
    pick();
    if (chooser.getValue() == null) {
      chooser.setValue(members.getFirst());
    }
  }

  private void pick() {
    Place place = awaited;
    awaited = null;
    Place.Member wanted = place == null ? null : memberOf(place);
    if (place == null || wanted == null) {
      return;
    }
    for (ElfDocument member : chooser.getItems()) {
      if (member.place().equals(wanted)) {
        chooser.setValue(member);
        if (tabs != null) {
          looked = place;
          tabs.show(place);
        }
        return;
      }
    }
  }

  private void chosen(@Nullable ElfDocument member) {
    leave();
    if (member == null) {
      return;
    }
    List<DocumentView> views = ElfViews.of(file, member, context);
    InnerTabs made = new InnerTabs(views, "member-view-", "", place -> false);
    made.setAccessibleText("Views of the member");
    for (DocumentView view : views) {
      view.selection()
          .subscribe(
              place -> {
                if (place != null) {
                  select(place);
                }
              });
    }
    tabs = made;
    following = made.inFrontProperty().subscribe(this::inFront);
    root.setCenter(made);
  }

  /** Each view shows what was looked for last, as far as it can. */
  private void inFront(@Nullable DocumentView view) {
    status().unbind();
    if (view != null) {
      status().bind(view.statusText());
      if (looked != null) {
        looked.path().reversed().stream().filter(view::shows).findFirst().ifPresent(view::show);
      }
    }
  }

  private void leave() {
    following.unsubscribe();
    following = Subscription.EMPTY;
    if (tabs != null) {
      tabs.dispose();
      tabs = null;
      looked = null;
    }
  }

  private Place.@Nullable Member memberOf(Place place) {
    for (Place step : place.path()) {
      if (step instanceof Place.Member member
          && Objects.equals(member.parent(), document.place())) {
        return member;
      }
    }
    return null;
  }
}
