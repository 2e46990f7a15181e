"""The style sheet of the window: one text for both themes, filled with their tokens.

A control chooses its look by the properties ``kind`` (buttons: primary, secondary, link, icon) and
``role`` (labels: verdict, head, lead, label, caption; frames: bar, drawer, card, divider).
"""

from __future__ import annotations

from nqviz.view.palette import Theme, contrast, mix, rgb

_SHEET = """
* {{ outline: none; }}
QWidget {{ font-family: "{family}"; font-size: {px13}px; }}
QMainWindow, QDialog {{ background: {panel}; }}
QLabel {{ background: transparent; }}
QLabel[role="verdict"] {{ font-size: {px28}px; font-weight: 600; min-height: {px36}px; }}
QLabel[role="head"] {{ font-size: {px20}px; font-weight: 600; min-height: {px28}px; }}
QLabel[role="lead"] {{ font-size: {px15}px; font-weight: 600; min-height: {px24}px; }}
QLabel[role="intro"] {{ font-size: {px15}px; color: {text_2}; }}
QLabel[role="bracket"] {{ font-size: {px28}px; font-weight: 600; }}
QLabel[role="bracket"][long="true"] {{ font-size: {px20}px; }}
QLabel[role="result"] {{ font-size: {px15}px; }}
QLabel[role="label"], QLabel[role="sentence"] {{ color: {text_2}; }}
QLabel[known="proven"] {{ color: {proven}; }}
QLabel[known="open"], QLabel[known="warning"] {{ color: {open}; }}
QLabel[known="stopped"] {{ color: {text_2}; }}
QLabel[role="label"] {{ min-height: {px20}px; }}
QLabel[role="value"] {{ font-weight: 500; }}
QLabel[role="answer"] {{ font-size: {px15}px; color: {text_2}; }}
QLabel[role="caption"] {{ color: {text_3}; }}
QLabel[role="title"], QLabel[role="figure"] {{
    font-weight: 600; font-size: {px15}px; min-height: {px24}px;
}}
QLabel[alarm="true"] {{ color: {conflict}; }}

QFrame[role="bar"], QToolBar, QStatusBar {{ background: {bar}; border: none; }}
QFrame[role="side"] {{ background: {panel}; border: none; border-left: 1px solid {line}; }}
QFrame[role="page"] {{ background: {canvas}; border: none; }}
QToolBar {{ border-bottom: 1px solid {line}; spacing: 4px; padding: 5px 8px 5px 0; }}
QStatusBar QLabel {{ color: {text_2}; }}
QStatusBar {{ border-top: 1px solid {line}; }}
QFrame#rail {{ border-right: 1px solid {line}; }}
QFrame[role="drawer"] {{ background: {panel}; border: none; border-right: 1px solid {line}; }}
QFrame[role="divider"] {{ background: {line}; border: none; }}
QFrame[role="task"] {{ background: {raised}; border: none; border-radius: 8px; }}
QFrame[role="card"] {{ background: {panel}; border: 1px solid {line}; border-radius: 12px; }}
QFrame[toast="true"] {{ background: {panel}; border: 1px solid {accent}; border-radius: 12px; }}
QGroupBox {{ border: none; margin-top: {px24}px; font-weight: 600; }}
QGroupBox::title {{ subcontrol-origin: margin; left: 0; padding: 0; }}
QSplitter::handle {{ background: {line}; }}

QPushButton {{
    background: transparent; color: {text}; border: 1px solid {control}; border-radius: 6px;
    padding: 0 {px12}px; min-height: {px30}px; font-weight: 500;
}}
QPushButton:hover {{ background: {raised}; }}
QPushButton:pressed, QPushButton:checked {{ background: {accent_soft}; }}
QPushButton:focus {{ border: 2px solid {accent}; min-height: {px28}px; }}
QPushButton:disabled {{ color: {control}; border-color: {line}; }}
QPushButton[primary="true"]:enabled, QPushButton[kind="primary"]:enabled,
QMessageBox QPushButton:default {{
    background: {accent}; color: {on_accent}; border: 1px solid {accent}; font-weight: 600;
}}
QPushButton[primary="true"]:enabled:hover, QPushButton[kind="primary"]:enabled:hover,
QMessageBox QPushButton:default:hover {{
    background: {accent_hover};
}}
QPushButton[primary="true"]:enabled:focus, QPushButton[kind="primary"]:enabled:focus,
QMessageBox QPushButton:default:focus {{
    border: 2px solid {text};
}}
QPushButton[kind="link"] {{
    color: {accent}; border: none; padding: 0; text-align: left; min-height: {px24}px;
    font-weight: 600;
}}
QPushButton[kind="link"]:hover {{ background: transparent; text-decoration: underline; }}
QPushButton[kind="link"]:focus {{ border: none; text-decoration: underline; }}
QPushButton[kind="link"]:disabled {{ color: {control}; }}

QPushButton[kind="status"] {{
    color: {text_2}; border: none; padding: 0; min-height: {px20}px; font-weight: 400;
}}
QPushButton[kind="status"]:hover {{ color: {text}; background: transparent; }}
QPushButton[kind="status"]:focus {{ border: none; text-decoration: underline; }}

QToolButton {{
    background: transparent; color: {text}; border: none; border-radius: 6px;
    padding: 0 {px8}px; font-weight: 500;
}}
QToolButton:hover, QToolButton:open {{ background: {raised}; }}
QToolButton:pressed, QToolButton:checked {{ background: {accent_soft}; color: {accent}; }}
QToolButton:focus {{ border: 2px solid {accent}; }}
QToolButton:disabled {{ color: {control}; }}
QToolButton::menu-indicator {{ image: none; width: 0; }}
QToolButton[kind="icon"], QToolButton[kind="rail"] {{ padding: 0; }}
QToolButton[kind="quiet"] {{ color: {text_2}; font-weight: 400; padding: 0; }}
QToolButton[kind="chip"] {{ background: {raised}; font-size: {px15}px; font-weight: 600; }}
QToolButton[kind="chip"]:hover {{ background: {line}; }}

QToolButton[kind="ruler"] {{
    color: {text_2}; padding: 0 5px; min-height: {px24}px; max-height: {px24}px;
    font-weight: 600;
}}
QToolButton[kind="ruler"]:checked {{ color: {accent}; background: {accent_veil}; }}

QFrame[role="segments"] {{ background: {canvas}; border-radius: 8px; }}
QFrame[role="segments"] QToolButton {{ color: {text_2}; min-height: {px28}px; }}
QFrame[role="segments"] QToolButton:checked {{
    background: {segment}; color: {text}; font-weight: 600;
}}
QToolButton[kind="disclosure"], QToolButton[kind="disclosure"]:checked {{ color: {text_2}; }}

QLineEdit, QAbstractSpinBox, QComboBox, QPlainTextEdit, QTextEdit {{
    background: {panel}; color: {text}; border: 1px solid {control}; border-radius: 6px;
    padding: 0 {px12}px; min-height: {px30}px; font-weight: 500;
    selection-background-color: {accent}; selection-color: {on_accent};
}}
QPlainTextEdit, QTextEdit {{ padding: {px8}px; }}
QMessageBox QTextEdit {{ min-width: 480px; min-height: 140px; max-height: 140px; }}
QLineEdit:focus, QAbstractSpinBox:focus, QComboBox:focus, QPlainTextEdit:focus, QTextEdit:focus {{
    border: 2px solid {accent}; padding: 0 {px11}px; min-height: {px28}px;
}}
QLineEdit:disabled, QAbstractSpinBox:disabled, QComboBox:disabled {{
    color: {control}; border-color: {line};
}}
QAbstractSpinBox QLineEdit, QComboBox QLineEdit,
QAbstractSpinBox QLineEdit:focus, QComboBox QLineEdit:focus {{
    border: none; padding: 0 0 0 {px8}px; min-height: 0; background: transparent;
}}
QAbstractSpinBox[kind] QLineEdit, QAbstractSpinBox[kind] QLineEdit:focus {{ padding: 0; }}
QAbstractSpinBox[kind] {{ font-weight: 600; }}
QAbstractSpinBox[kind="stepper"] {{ font-size: {px15}px; }}
QComboBox, QComboBox:focus {{ padding-right: 0; }}
QComboBox::drop-down {{ border: none; width: {px28}px; }}
QComboBox::down-arrow {{ image: none; }}
QAbstractSpinBox {{ padding-right: {px24}px; min-height: {px27}px; }}
QAbstractSpinBox:focus {{ min-height: {px25}px; }}
QPushButton[kind="field"] {{ text-align: left; padding: 0 {px8}px; font-weight: 400; }}
QPushButton[kind="field"]::menu-indicator {{ image: none; width: 0; }}
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button {{
    border: none; background: transparent; width: {px24}px;
}}
QAbstractSpinBox::up-arrow, QAbstractSpinBox::down-arrow {{ image: none; }}
QComboBox QAbstractItemView, QMenu {{
    background: {panel}; color: {text}; border: 1px solid {line}; padding: 4px;
    selection-background-color: {raised}; selection-color: {text};
}}
QMenu::item {{ padding: {px6}px {px24}px {px6}px {px12}px; border-radius: 4px; }}
QMenu::item:selected {{ background: {raised}; }}
QMenu::item:disabled {{ color: {control}; }}
QMenu::icon {{ padding-left: {px8}px; }}
QMenu::separator {{ height: 1px; background: {line}; margin: 4px 8px; }}
QMenuBar {{ background: {bar}; color: {text}; }}
QMenuBar::item {{ padding: {px6}px {px12}px; background: transparent; }}
QMenuBar::item:selected {{ background: {raised}; }}

QCheckBox, QRadioButton {{ spacing: {px8}px; min-height: {px24}px; }}
QCheckBox::indicator:unchecked {{
    width: {px14}px; height: {px14}px; border: 1px solid {control}; border-radius: 4px;
    background: {panel};
}}
QRadioButton::indicator:unchecked {{
    width: {px14}px; height: {px14}px; border: 1px solid {control}; border-radius: {px8}px;
    background: {panel};
}}
QRadioButton::indicator:checked {{
    width: {px6}px; height: {px6}px; border: 5px solid {accent}; border-radius: {px8}px;
    background: {panel};
}}
QCheckBox::indicator:unchecked:hover, QRadioButton::indicator:unchecked:hover {{
    border-color: {text};
}}
QCheckBox::indicator:unchecked:focus, QRadioButton::indicator:unchecked:focus {{
    border-color: {accent};
}}
QCheckBox::indicator:unchecked:disabled {{ border-color: {line}; }}
QCheckBox:focus, QRadioButton:focus {{ color: {accent}; }}

QTableView, QTreeView, QListView {{
    background: {panel}; color: {text}; border: none; gridline-color: {line};
    alternate-background-color: {panel};
    selection-background-color: {accent_soft}; selection-color: {text};
}}
QTableView, QTreeView {{ border: 2px solid transparent; }}
QTableView:focus, QTreeView:focus, QListView:focus {{ border: 2px solid {accent}; }}
QFrame[role="page"] QTableView, QFrame[role="page"] QTreeView, QFrame[role="page"] QListView,
QFrame[role="page"] QHeaderView, QFrame[role="page"] QHeaderView::section,
QFrame[role="page"] QTableCornerButton::section {{
    background: {canvas};
}}
QTableView[role="heat"], QTableView[role="heat"]:focus {{ background: {canvas}; border: none; }}
QTableView[role="heat"] QHeaderView::section {{
    color: {text}; padding: 0 {px12}px 0 0; font-size: {px15}px; font-weight: 600;
}}
QTableView[role="heat"] QHeaderView::section:horizontal {{ padding: 0 4px {px6}px 0; }}
QTreeView::item, QListView::item {{ min-height: {px28}px; }}
QListView::item {{ border-radius: 8px; }}
QTreeView::item:hover, QListView::item:hover {{ background: {raised}; }}
QListView::item:selected {{ background: {accent_soft}; color: {text}; }}
QHeaderView, QTableCornerButton::section {{ background: {panel}; border: none; }}
QHeaderView::section {{
    background: {panel}; color: {text_3}; border: none; padding: {px6}px 3px; font-weight: 500;
}}
QTabBar {{ qproperty-drawBase: 0; }}
QTabBar::tab {{
    background: transparent; color: {text_2}; border: none; border-radius: 6px;
    padding: {px6}px {px12}px; margin: 2px;
}}
QTabBar::tab:selected {{ background: {raised}; color: {text}; font-weight: 600; }}
QTabBar::tab:focus {{ border: 2px solid {accent}; }}
QTabWidget::pane {{ border: none; }}
QScrollArea {{ border: none; background: transparent; }}
QAbstractScrollArea::corner {{ background: transparent; border: none; }}
QScrollBar {{ background: transparent; border: none; }}
QScrollBar:vertical {{ width: 10px; }}
QScrollBar:horizontal {{ height: 10px; }}
QScrollBar::handle {{ background: {control}; border-radius: 3px; margin: 2px; min-height: 24px;
    min-width: 24px; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
QSlider::groove:horizontal {{ height: 4px; background: {line}; border-radius: 2px; }}
QSlider::sub-page:horizontal {{ background: {accent}; border-radius: 2px; }}
QSlider::handle:horizontal {{
    width: 14px; height: 14px; margin: -5px 0; border-radius: 7px; background: {accent};
}}
QSlider::groove:vertical {{ width: 4px; background: {line}; border-radius: 2px; }}
QSlider::add-page:vertical {{ background: {accent}; border-radius: 2px; }}
QSlider::handle:vertical {{
    width: 14px; height: 14px; margin: 0 -5px; border-radius: 7px; background: {accent};
}}
QSlider::handle:vertical:focus {{ border: 2px solid {text}; width: 10px; height: 10px; }}
QSlider::handle:horizontal:focus {{ border: 2px solid {text}; width: 10px; height: 10px; }}
QProgressBar {{
    background: {line}; border: none; border-radius: 3px; max-height: 6px; min-height: 6px;
}}
QProgressBar::chunk {{ background: {accent}; border-radius: 3px; }}
QToolTip {{
    color: {text}; background: {panel}; border: 1px solid {line}; padding: {px6}px;
}}
QStatusBar {{ color: {text_2}; min-height: {px23}px; max-height: {px32}px; }}
QStatusBar::item {{ border: none; }}
"""


def style_sheet(theme: Theme, family: str, scale: float = 1.0) -> str:
    """Return the style sheet of a theme, with text and controls `scale` times their usual size.

    It names the font for every widget: where there is a style sheet, Qt does not pass a new font
    of the application on to widgets that exist.
    """
    veil = 0.16 if theme.name == "dark" else 0.10
    sizes = {f"px{size}": round(size * scale) for size in range(6, 37)}
    return _SHEET.format(
        **sizes,
        family=family,
        canvas=theme.canvas,
        bar=theme.bar,
        panel=theme.panel,
        raised=theme.raised,
        line=theme.line,
        control=theme.control,
        text=theme.text,
        text_2=theme.text_2,
        text_3=theme.text_3,
        accent=theme.accent,
        accent_hover=mix(theme.accent, theme.text, 0.12),
        accent_soft=theme.accent_soft,
        accent_veil="rgba({}, {}, {}, {})".format(*rgb(theme.accent), veil),
        on_accent=theme.on_accent,
        conflict=theme.conflict,
        segment=_farther(theme.canvas, theme.raised, theme.panel),
        proven=theme.proven,
        open=theme.open,
    )


def _farther(ground: str, *colours: str) -> str:
    """Return the colour that stands out most from a ground."""
    return max(colours, key=lambda colour: contrast(rgb(colour), rgb(ground)))
